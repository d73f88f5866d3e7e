import pytest

from briefings.pipeline.retrieval.analysis import analyse
from briefings.pipeline.retrieval.corpus import Corpus, Text, is_unknown
from briefings.pipeline.retrieval.layout import parse

TEXTS = {
    "Blast furnaces": "A blast furnace makes pig iron. The blast furnace is filled from above with ore and coke.\n\n"
    "Hot air enters the blast furnace through tuyeres near its foot.",
    "Copper converters": "A converter blows air through copper matte. The furnace before it is a flash furnace.",
    "A history of cakes": "Cakes are baked in ovens. The type of flour matters for the treatment of the dough.",
    "Making steel": "Steel making releases carbon dioxide, which changes the climate of the Earth.",
    "Virtual machines": "A virtual machine imitates a computer. A virtual machine has a virtual network and disks.",
    "Private roads": "A virtual private network (VPN) joins offices. A VPN hides the traffic between its ends.",
}
CORPUS = Corpus([Text(title, parse(body)) for title, body in TEXTS.items()])


def found(topic: str) -> list[str]:
    titles = list(TEXTS)
    return [titles[match.number] for match in CORPUS.find(analyse(topic, TEXTS.values()))]


def test_documents_about_the_topic_are_found_best_first():
    assert found("How does a blast furnace work?") == ["Blast furnaces"]
    assert found("Furnaces") == ["Blast furnaces", "Copper converters"]


@pytest.mark.parametrize(
    "topic",
    [
        "Treatment of type 2 diabetes",
        "The history of Byzantine coinage",
        "Climate change and agriculture",
        "Migration of birds",
        "Wuzzlefrinks and the gronkulation of splanmish",
        "Quantum error correction",
        "拜占庭钱币的历史",
    ],
)
def test_a_shared_word_is_not_enough(topic):
    assert found(topic) == []


def test_words_that_name_a_thing_together_must_stand_together():
    assert found("Virtual private networks") == ["Private roads"]


def test_the_acronym_of_a_name_is_as_good_as_the_name():
    assert found("VPN") == ["Private roads"]


def test_the_best_passage_comes_with_the_match():
    [match] = CORPUS.find(analyse("Tuyeres of a blast furnace"))
    assert "tuyeres" in match.passage.text


def test_a_document_without_prose_is_about_nothing():
    assert not Text("Furnaces", parse("```\nfurnace()\n```")).is_about(analyse("How furnaces are lined"))


def test_a_topic_most_of_which_no_text_knows_is_not_found():
    assert found("The furnace in Moon Princess") == []
    assert found("The furnace in Metallurgia") == []


def test_what_is_unknown_is_judged_by_all_texts_together():
    topic = analyse("Tuyeres, mattes and dragons")
    texts = [Text(title, parse(body)) for title, body in TEXTS.items()]
    assert is_unknown(topic, texts[:1])
    assert not is_unknown(topic, texts[:2])


@pytest.mark.parametrize(
    ("topic", "near"),
    [
        ("Carbon dioxide in Turkish steel exports", ["Making steel"]),
        ("Growing tomatoes on a balcony", []),
        ("Carbon in jazz festivals", []),
    ],
)
def test_a_near_miss_shares_several_words(topic, near):
    titles = list(TEXTS)
    assert [titles[number] for number in CORPUS.near(analyse(topic, TEXTS.values()))] == near


def test_what_a_text_speaks_of_throughout_need_not_stand_in_each_passage():
    chapters = "\n\n".join(f"## Part {n}\n\nBrackle furnaces of row {n} burn coke." for n in range(6))
    text = f"{chapters}\n\n## Quenching\n\nThe quenching of the ovens takes an hour."
    corpus = Corpus([Text("The works", parse(text))])
    assert corpus.find(analyse("Quenching at Brackle", [text]))
    assert not corpus.find(analyse("Gilding at Brackle", [text]))
