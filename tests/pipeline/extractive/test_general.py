from briefings.pipeline.extractive.general import in_general
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import pool, source

TEXT = """A barrage dams the estuary of a river.

Fish can pass a barrage through a ladder.

The oldest barrage was built in Brittany.

Every barrage needs sluices of steel."""


def made(topic: str, size: int = 100) -> dict[str, int]:
    return {heading: len(items) for heading, items in in_general(pool(topic, source(TEXT)), analyse(topic), size)}


def test_what_is_left_of_the_topic_stands_under_its_own_words():
    assert made("How do tidal barrages work?") == {"Tidal barrages": 4}


def test_the_size_is_kept():
    assert made("Tidal barrages", size=10)["Tidal barrages"] < 4


def test_names_of_a_comparison_are_joined():
    text = "HTTP/3 runs over QUIC.\n\nHTTP/2 runs on streams.\n\nHTTP/3 needs no TCP at all.".replace(
        ".", " today, too."
    )
    topic = "How does HTTP/3 differ from HTTP/2?"
    made = dict(in_general(pool(topic, source(text.replace(", too", " in all browsers"))), analyse(topic), 100))
    assert list(made) == ["HTTP/3 and HTTP/2"]


def test_next_to_nothing_makes_no_section():
    lonely = pool("Tidal barrages", source("A barrage dams the estuary of a river."))
    assert list(in_general(lonely, analyse("Tidal barrages"), 90)) == []
