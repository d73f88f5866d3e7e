import pytest

from briefings.pipeline.extractive.focus import answers, focused
from briefings.pipeline.extractive.material import read
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import source


def words_left(topic: str, *texts: str) -> list[str]:
    readings = [read(source(text, number=number)) for number, text in enumerate(texts, 1)]
    return [keyword.word for keyword in focused(analyse(topic, texts), readings).keywords]


def about(thing: str, times: int = 6) -> str:
    return "\n\n".join(f"Brackle puts {number} {thing} into a box." for number in range(times))


SEALS = "\n\nThe lid is pressed to compress the parcel."


def test_a_name_in_all_sources_sets_the_scene_of_what_is_asked():
    assert words_left("How does Brackle compress?", about("letters") + SEALS, about("coins")) == ["compress"]


def test_a_name_stays_where_one_source_is_about_it_or_few_hold_it():
    assert "Brackle" in words_left("How does Brackle compress?", about("letters") + SEALS)
    others = [f"Chests hold a box of {thing}.{SEALS}" for thing in ("pens", "cups", "rings")]
    assert "Brackle" in words_left("How does Brackle compress?", about("letters"), *others)


def test_a_name_stays_where_nothing_else_is_asked():
    assert words_left("What is HTTP/3?", "HTTP/3 is a protocol of the web.", "HTTP/3 runs on QUIC today.") == ["HTTP/3"]


def test_a_name_that_most_sources_hold_sets_the_scene_however_common_what_is_asked_may_be():
    text = "Brackle can compress letters in a box.\n\nBrackle can compress coins in a box."
    assert words_left("How does Brackle compress?", text, text.replace("can", "may")) == ["compress"]


def test_other_words_set_the_scene_only_among_several_sources():
    topic, box = "Which box has a gasket?", "\n\nA gasket lies beneath the lid."
    two = [about("letters") + box, about("coins")]
    assert words_left(topic, *two) == ["box", "gasket"]
    assert words_left(topic, *two, about("rings")) == ["gasket"]


@pytest.mark.parametrize(
    ("heading", "topic", "is_answer"),
    [
        ("What is a barrage?", "What is a barrage?", True),
        ("Barrages", "What is a barrage?", True),
        ("Wages at the barrage", "What is a barrage?", False),
        ("Ownership", "How does ownership work in Brackle?", True),
        ("Brackle", "How does ownership work in Brackle?", False),
        ("什么是闸门？", "什么是闸门", True),
        ("闸门的历史维修", "什么是闸门", False),
        ("", "What is a barrage?", False),
    ],
)
def test_a_heading_is_the_question_when_it_says_no_more_and_no_less(heading, topic, is_answer):
    assert answers(heading, analyse(topic)) is is_answer


def test_the_setting_is_a_scene_even_of_one_source():
    text = (
        "Logging in Brackle is easy.\n\nThe logging of the works costs little.\n\nA log of Brackle is kept as a file."
    )
    assert words_left("Logging in Brackle", text) == ["Logging"]


def test_a_name_that_belongs_to_what_is_asked_stays_where_it_is_seldom_said():
    text = "\n\n".join(["KARDIS joins volumes by night.", *(f"Volume {n} of the works is full." for n in range(20))])
    assert "KARDIS" in words_left("Which KARDIS volumes are full?", text, text)
