import pytest

from briefings.pipeline.extractive.material import read, size, without_refrains
from tests.pipeline.extractive.readings import passage, source

TEXT = """Skip to content

## Smelting

A furnace melts the ore with coke. It is lined with bricks of clay. See Section 4 for the bricks.
They were invented in Sweden long ago.

- The slag is tapped from the furnace first.

```
The code is not a sentence of prose here.
```

For example, zinc boils early in it. Zinc vapour leaves the furnace at its top."""


def texts(text: str, language: str = "en") -> list[str]:
    return [found.text for found in read(source(text, language=language)).passages]


def test_only_usable_sentences_are_material():
    assert texts(TEXT) == [
        "A furnace melts the ore with coke.",
        "It is lined with bricks of clay.",
        "The slag is tapped from the furnace first.",
    ]


def test_a_sentence_that_lost_its_antecedent_is_lost_too():
    assert "They were invented in Sweden long ago." not in texts(TEXT)


def test_the_label_of_a_box_does_not_run_into_a_sentence():
    text = "An alternative is clay.\n\nALTERNATIVE linings of clay last for many years."
    assert texts(text.replace("An alternative is", "An old alternative to brick is")) == [
        "An old alternative to brick is clay."
    ]
    assert texts("HPACK header blocks contain the instructions of the encoder.")


@pytest.mark.parametrize(
    "text",
    [
        "Possible use cases are:\n\n- The mint has a furnace that is lined with clay.",
        "These steps lead from ore to metal:\n\n1. The ore is roasted in the open by day.",
        "## Example: a small furnace\n\nThe mint has a furnace that is lined with clay.",
        "In a distant past, ore was free. The mint took all the ore of the coast.",
        "The mint takes all the ore of the coast. However, see Section 4 for the limits.",
        "可能的场景如下，例如：\n\n- 铸币厂有一座衬有耐火砖的熔炉。",
    ],
)
def test_an_example_and_what_is_taken_back_are_no_material(text):
    assert texts(text, "zh-Hans" if "熔炉" in text else "en") == []


def test_a_list_that_says_how_things_are_is_material():
    text = "The works have one rule:\n\n- Coke is made of coal in a row of ovens."
    assert texts(text) == ["Coke is made of coal in a row of ovens."]
    text = "The mint takes all the ore of the coast. However, the ore must be dry when it arrives."
    assert len(texts(text)) == 2


def test_a_passage_knows_its_place():
    first, second, third = read(source(TEXT)).passages
    assert (first.heading, first.title, first.dependent, second.dependent) == ("Smelting", "A title", False, True)
    assert second.follows(first)
    assert not third.follows(second)


def test_what_several_sites_repeat_is_no_material():
    refrain = "The works of the coast are a member of the guild."
    readings = [read(source(f"{refrain}\n\nFurnace number {n} is lined with clay.", number=n)) for n in range(3)]
    assert refrain in [passage.text for passage in without_refrains(readings[:2])[0].passages]
    assert [len(reading.passages) for reading in without_refrains(readings)] == [1, 1, 1]


def test_the_language_is_guessed_where_the_page_tells_none():
    assert read(source("铜在衬有耐火砖的熔炉中熔炼。", language="")).language == "zh-Hans"


def test_content_leaves_function_words_out():
    assert passage("The ore is in the furnace").content == {"ore", "furnac"}
    assert passage("This is it").content == {"this", "is", "it"}


def test_size_counts_words_or_chinese_characters():
    assert size("one two three", "en") == 3
    assert size("铜 在熔炉。", "zh-Hans") == 5


def test_what_takes_up_a_thing_of_another_paragraph_cannot_stand_without_it():
    text = "## Tapping\n\nEach crew has a ladle of iron in its shed.\n\nThe ladle is kept in the dry store by day."
    assert texts(text) == ["Each crew has a ladle of iron in its shed."]
    other = (
        "## Tapping\n\nEach crew has a ladle of iron in its shed.\n\n## Stores\n\nThe ladle is kept in the dry store."
    )
    assert len(texts(other)) == 2


@pytest.mark.parametrize("heading", ["References", "Further reading", "Acknowledgements", "参考文献"])
def test_an_appendix_speaks_of_other_texts(heading):
    furnace, talk = "A furnace of the mint melts its copper.", "A talk by the smith is on copper."
    assert texts(f"## Furnaces\n\n{furnace}\n\n## {heading}\n\n{talk}") == [furnace]


def test_what_a_manual_says_of_an_option_means_nothing_without_its_name():
    assert texts("## Options\n\n- --lid=FILE — If the lid is of iron, it is closed by hand.") == []


def test_a_passage_knows_the_chapters_that_its_section_is_part_of():
    roasted, washed = "The ore is roasted twice in spring.", "The tin ore is washed by hand."
    text = f"## Ores\n\n### Copper\n\n#### Roasting\n\n{roasted}\n\n### Tin\n\n{washed}"
    first, second = read(source(text)).passages
    assert (first.heading, first.chapters) == ("Roasting", ("Ores", "Copper"))
    assert (second.heading, second.chapters) == ("Tin", ("Ores",))
