import pytest

from briefings.pipeline.agents.excerpts import Titled, excerpt, excerpts
from briefings.pipeline.agents.passages import GAP

TOPIC = "How is copper smelted?"
BUDGET = 5000


def page(title, *sections):
    """A page of sections, each a heading and paragraphs."""
    return Titled(
        title, "\n\n".join(f"## {heading}\n\n" + "\n\n".join(paragraphs) for heading, *paragraphs in sections)
    )


def filler(subject, number=8):
    return " ".join(f"The {subject} of year {year} was as it had been before." for year in range(1990, 1990 + number))


CLOSEST = page(
    "Copper smelting",
    ("Smelting copper", "Copper is smelted from concentrate.", filler("charge")),
    ("Furnaces", "Two types are in use.", f"The vessel is lined with brick. {filler('lining')}"),
    ("Slag", f"It is skimmed. {filler('skimming')}"),
)
NEAR = page(
    "Copper mining",
    ("Pits", f"Most ore comes from open pits. {filler('ore', 30)}"),
    (
        "After the mine",
        f"The ore is ground. Copper is then smelted in furnaces. {filler('grinding', 6)}",
        filler("rail", 20),
    ),
    ("Water", f"Pumps keep pits dry. {filler('water', 20)}"),
)
FAR = page(
    "Tin in history",
    ("Smelting", f"Tin was traded by sea. {filler('trade', 30)}"),
    ("Ships", f"Ships were small. {filler('ship', 40)}"),
)


def cut(*pages, question=TOPIC, budget=BUDGET):
    return excerpts(pages, question, budget)


def test_the_page_closest_to_the_question_stands_in_full():
    assert cut(FAR, NEAR, CLOSEST)[2] == CLOSEST.text


def test_of_every_other_page_there_are_its_headings_and_first_sentences():
    far, near, _ = cut(FAR, NEAR, CLOSEST, budget=2400)
    for said in ("## Smelting", "Tin was traded by sea.", "## Ships", f"Ships were small. {GAP}"):
        assert said in far
    for said in ("## Pits", "Most ore comes from open pits.", "## Water", f"Pumps keep pits dry. {GAP}"):
        assert said in near


def test_passages_are_chosen_by_what_they_say_whatever_their_heading():
    _, near, _ = cut(FAR, NEAR, CLOSEST)
    assert "Copper is then smelted in furnaces." in near


def test_pages_that_matter_little_are_cut_first():
    lengths = [[len(text) for text in cut(FAR, NEAR, CLOSEST, budget=budget)] for budget in (6000, 4500, 3000)]
    assert [closest for *_, closest in lengths] == [len(CLOSEST.text)] * 3
    assert all(near > far for far, near, _ in lengths)


@pytest.mark.parametrize("budget", [500, 900, 2000, 4000, 6000])
def test_the_budget_is_kept_and_used(budget):
    pages = (FAR, NEAR, CLOSEST)
    used = sum(map(len, cut(*pages, budget=budget)))
    assert budget * 0.6 < used <= budget


def test_pages_that_fit_are_left_alone():
    pages = (FAR, NEAR, CLOSEST)
    assert cut(*pages, budget=20_000) == [page.text for page in pages]


def test_a_long_page_leaves_room_for_the_others():
    long = page(
        "Copper smelting", *((f"Copper smelting {n}", f"Copper is smelted. {filler('n', 15)}") for n in range(90))
    )
    first, second = cut(long, CLOSEST, budget=6000)
    assert len(second) == len(CLOSEST.text)
    assert len(first) > 2000


def test_of_a_page_with_too_many_sections_those_that_matter_remain():
    sections = [(f"Metal {n}", f"Metal {n} has its uses. {filler('use')}") for n in range(200)]
    sections[150] = ("Uses", f"Copper is smelted in shafts. {filler('shaft')}")
    (shown,) = cut(page("Metals", *sections))
    assert shown.startswith("## Metal 0\n\nMetal 0 has its uses.")
    assert "## Uses\n\nCopper is smelted in shafts. The shaft of year 1990" in shown
    assert len(shown) <= BUDGET


def test_how_a_text_begins_is_told_although_other_parts_matter_more():
    sections = [(f"Shaft {n}", f"Copper is smelted in shaft {n}. {filler('shaft')}") for n in range(200)]
    (shown,) = cut(page("Metals", ("Summary", "This is a report of the guild.", filler("guild")), *sections))
    assert shown.startswith(f"## Summary\n\nThis is a report of the guild.\n\n{GAP}\n\n## Shaft 0")


def test_a_title_that_names_the_topic_counts():
    text = "\n\n".join(f"Copper is smelted, said report {n}. {filler('report', 3)}" for n in range(10))
    other, named = cut(Titled("Annual reports", text), Titled("How copper is smelted", text), budget=3000)
    assert len(named) > len(other)


def test_pages_that_match_alike_are_taken_in_the_order_given():
    first, second = cut(*[Titled("T", f"Nothing of note. {filler('x', 40)}")] * 2, budget=3000)
    assert len(first) > len(second)


def test_an_excerpt_keeps_the_beginning_and_what_matters_in_order():
    text = "\n\n".join(["On metals.", *["Weather is mild today."] * 50, "Copper melts.", "Copper is red."])
    shown = excerpt(text, "Copper melting", 200)
    assert shown.startswith("On metals.")
    assert shown.index("Copper melts.") < shown.index("Copper is red.")
    assert GAP in shown
    assert len(shown) <= 200


def test_an_excerpt_works_without_spaces_between_words():
    text = "\n\n".join(["关于金属。", *["今天天气很好。"] * 60, "铜的熔点是一千零八十五度。"])
    assert "一千零八十五" in excerpt(text, "铜的熔点是多少", 80)


def test_words_that_only_frame_the_question_choose_nothing():
    text = "\n\n".join(["On metals.", *["How is it that what is new is this?"] * 50, "Copper melts at 1,085 degrees."])
    assert "1,085" in excerpt(text, "What is new in how copper melts?", 150)


def test_a_single_long_paragraph_is_cut_at_sentences():
    text = "The weather is mild. " * 300 + "Copper melts at 1,085 degrees. " + "The weather is mild. " * 300
    shown = excerpt(text, "copper", 3000)
    assert "Copper melts at 1,085 degrees." in shown
    assert len(shown) <= 3000


def test_a_short_text_is_left_alone():
    assert excerpt("A.\n\n\nB.", "x", 100) == "A.\n\n\nB."


@pytest.mark.parametrize("text", ["x" * 9000, " " * 9000, "## " + "x" * 9000, "## Metals\n\n" * 900])
def test_a_text_without_anything_to_hold_on_to_is_cut_to_the_budget(text):
    assert 200 < len(excerpt(text, "y", 500)) <= 500


def test_nothing_is_cut_from_nothing():
    assert excerpts([], "copper", 100) == []
