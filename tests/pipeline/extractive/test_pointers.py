import pytest

from briefings.pipeline.extractive.pointers import points_elsewhere


@pytest.mark.parametrize(
    "sentence",
    [
        "The lining is treated in Section 4.2 of the work.",
        "As mentioned above, the ore is roasted first.",
        "The furnace takes the following ores and no others.",
        "Figure 3 gives the temperatures of the blast.",
        "The example below has two furnaces side by side.",
        "For more information on linings, ask the works.",
        "The blast is explained by smelt(1) at length.",
        "smelt(5) describes the format of the file in full.",
        "The ore is roasted by the method described in Roasting and Smelting.",
        "Following the steps of the list, the lid is closed.",
        "Small works are exempt, as recital 29 explains.",
        "Cracks of the lining are covered in Repair of linings.",
        "Below are a few ores that the furnace takes.",
        "The ore is roasted [12] before it is melted.",
        "It works as follows.",
        "The next section treats the slag.",
        "熔炉的温度见图 3 所示的曲线。",
        "如上所述，矿石先要焙烧。",
        "更多信息由工厂提供。",
    ],
)
def test_a_pointer_to_another_place_is_known(sentence):
    assert points_elsewhere(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Section 508 of the Rehabilitation Act binds federal agencies.",
        "Article 5 of the Act bans lead in pipes.",
        "The duties of a works are described in Regulation 2023/956.",
        "Copper melts above 1,000 degrees and below 1,100 degrees.",
        "The mint followed in the following year.",
        "The smelt(8) server melts the ore.",
        "Engineers see that the metal flows.",
        "熔炉的温度超过一千度。",
    ],
)
def test_a_law_a_number_and_a_year_are_no_pointers(sentence):
    assert not points_elsewhere(sentence)
