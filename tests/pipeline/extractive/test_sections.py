import pytest

from briefings.pipeline.extractive.material import Passage, Reading, read
from briefings.pipeline.extractive.sections import Sections
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import source

BRICKS = "The worn ones are taken out by hand. New ones are set in fire clay and dried for a day."
WAGES = "The crew is paid by the week. A day of rest is paid for in winter."
LININGS = """## Repair of linings

A mason takes the worn bricks out by hand. New bricks are set in fire clay and dried for a day.

## History of the works

The works were founded on the river in 1790. A railway reached the works in 1845.

## Coke

The works burn coke from the valley. A lining that is worn lets the coke go out at night.
"""


def sections(topic: str, *texts: str, title: str = "Notes", lenient: bool = False) -> tuple[Sections, list[Passage]]:
    readings: list[Reading] = [read(source(text, number=number, title=title)) for number, text in enumerate(texts, 1)]
    passages = [passage for reading in readings for passage in reading.passages]
    return Sections(analyse(topic, texts), readings, lenient=lenient), passages


def chosen(topic: str, *texts: str, title: str = "Notes", lenient: bool = False) -> set[str]:
    found, passages = sections(topic, *texts, title=title, lenient=lenient)
    return {passage.heading for passage in passages if found.score(passage)}


def test_all_that_stands_under_a_heading_on_the_topic_is_about_it():
    assert chosen("How are linings repaired?", LININGS) == {"Repair of linings"}


def test_a_title_that_names_the_topic_alone_covers_every_section():
    titled = chosen("Linings", LININGS, title="The linings")
    assert titled == {"Repair of linings", "History of the works", "Coke"}
    assert chosen("Linings", LININGS, title="Linings, chimneys and railways") == {"Repair of linings"}


def test_a_section_without_such_a_heading_must_speak_of_the_topic_in_many_sentences():
    said = (
        "## Care\n\nA lining wears out. The lining of a furnace is cleaned. Nobody touches the lining when it is hot."
    )
    other = "## Trade\n\nCoal is sold by weight. A lining is sold by size. Tin is sold in bars. Lead is sold in sheets."
    assert chosen("Linings", f"{said}\n\n{other}") == {"Care"}


def test_words_that_every_section_mentions_tell_little():
    everywhere = LININGS.replace("A mason", "A mason of the works").replace("burn coke", "of today burn coke")
    common, _ = sections("Works", everywhere)
    rare, _ = sections("Railways", everywhere)
    assert common.tells < rare.tells


def test_where_nothing_comes_near_the_topic_nothing_is_chosen():
    assert chosen("Who composed the symphony?", LININGS) == set()


def test_the_rank_grows_from_the_first_sentence_of_a_section_to_its_last():
    found, passages = sections("Linings", LININGS)
    ranks = [found.rank(passage) for passage in passages if passage.heading == "Coke"]
    assert ranks == pytest.approx([0.0, 0.5])


def test_a_section_that_never_speaks_of_the_name_asked_about_says_nothing_of_it():
    text = """## Volumes of the mirror

A mirror keeps volumes twice. Both volumes of the mirror are written at once. The mirror reads from either volume.

## Encrypted volumes

Volumes can be encrypted. An encrypted volume asks for its pass phrase. Volumes stay open until the machine stops."""
    assert chosen("Which KARDIS volumes are full?", text.replace("mirror", "KARDIS")) == {"Volumes of the KARDIS"}


def test_a_section_of_a_chapter_on_the_topic_is_on_it():
    text = f"## Repairs\n\n### Linings\n\n#### Bricks\n\n{BRICKS}\n\n## Wages\n\n### Masons\n\n{WAGES}\n\n{LININGS}"
    assert "Bricks" in chosen("Repair of linings", text)
    assert "Masons" not in chosen("Repair of linings", text)


def test_a_chapter_on_what_is_asked_need_not_repeat_the_name_of_its_book():
    users = "Brackle is set up by a crew of nine people. Each machine of Brackle has a name of its own."
    mirrors = "Two partitions hold the same on two disks. What is written goes to both. Either is read."
    chapters = f"## Partitioning of disks\n\n### Mirrors\n\n{mirrors}\n\n## Wages\n\n### Masons\n\n{WAGES}"
    topic = "How does Brackle partition disks?"
    assert chosen(topic, f"## Users of Brackle\n\n{users}\n\n{chapters}") == {"Mirrors"}
    assert chosen(topic, f"## Users\n\n{users.replace('Brackle', 'the works')}\n\n{chapters}") == set()
