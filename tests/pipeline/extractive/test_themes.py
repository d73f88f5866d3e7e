from briefings.domain.brief import Length
from briefings.pipeline.extractive.budget import budget
from briefings.pipeline.extractive.themes import Theme, themes
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import pool, source

TOPIC = "Tidal barrages"
ENGINEERING = """## Sluice gates

The sluice gates of a barrage are opened at high water. Each sluice gate of a barrage weighs many tonnes. Rust eats the
sluice gates of a barrage within years. The sluice gates of the barrage are cleaned in spring.

## Bulb turbines

A bulb turbine of a barrage turns at high tide. The blades of a bulb turbine in a barrage are of bronze. Sand wears the
bulb turbines of a barrage each winter. The bulb turbines of the oldest barrage run at night."""
NATURE = """## Wading birds

A barrage drowns the mud where wading birds feed. Wading birds leave a barrage for other coasts. Counts of wading birds
near a barrage fell by half. The wading birds of a barrage return when its sluice gates stay open."""


def made(size: int = 120) -> list[Theme]:
    found = pool(TOPIC, source(ENGINEERING), source(NATURE, number=2))
    return themes(found, analyse(TOPIC), budget(Length.BRIEF, "en"), size)


def test_themes_are_named_by_what_their_sentences_speak_of():
    found = {theme.heading.lower(): theme for theme in made()}
    assert {"sluice gates", "bulb turbines", "wading birds"} <= set(found)
    for heading in ("sluice gate", "bulb turbine", "wading birds"):
        theme = next(theme for name, theme in found.items() if name.startswith(heading[:11]))
        assert all(heading[:11] in item.passage.text.lower() for item in theme.items)


def test_no_sentence_stands_twice_and_no_heading_neither():
    texts = [item.passage.text for theme in made() for item in theme.items]
    assert len(texts) == len(set(texts))
    headings = [theme.heading for theme in made()]
    assert len(headings) == len(set(headings))


def test_the_size_is_about_kept():
    assert sum(len(item.passage.text.split()) for theme in made(60) for item in theme.items) < 90


def test_the_topic_itself_is_no_theme_among_others():
    assert "barrage" not in {theme.heading.lower() for theme in made()}


def test_what_stands_under_the_question_comes_first_under_a_heading_of_its_own():
    answer = "# What is a tidal barrage?\n\nA barrage dams the mouth of a river.\n\nEach barrage lets one flood pass."
    found = pool(TOPIC, source(ENGINEERING), source(answer, number=2))
    first = themes(found, analyse(TOPIC), budget(Length.BRIEF, "en"), 120)[0]
    assert first.heading == "Overview"
    assert "A barrage dams the mouth of a river." in [item.passage.text for item in first.items]


def test_themes_stand_in_the_order_of_their_sources_those_that_lead_before_the_others():
    found = pool(TOPIC, source(NATURE), source(ENGINEERING, number=2))
    made = themes(found, analyse(TOPIC), budget(Length.BRIEF, "en"), 120, leading=[2])
    headings = [theme.heading for theme in made if theme.heading != "Overview"]
    assert headings == ["Sluice gates", "Bulb turbines", "Wading birds"]


def test_the_answer_is_read_from_its_beginning():
    answer = (
        "# What is a tidal barrage?\n\nThe sea is high twice a day.\n\nA tidal barrage is a dam that makes use of it."
    )
    found = pool("What is a tidal barrage?", source(answer), source(ENGINEERING, number=2))
    first = themes(found, analyse("What is a tidal barrage?"), budget(Length.BRIEF, "en"), 300)[0]
    assert first.items[0].passage.text == "The sea is high twice a day."


def test_headings_of_nearly_the_same_are_one_theme():
    text = """## Opening sluice gates by hand

The sluice gates of a barrage are opened by hand. Each sluice gate of a barrage opens with a wheel.

## Opening sluice gates by hand wheel

A hand wheel opens the sluice gates of a small barrage. The hand wheel of a barrage gate is of iron."""
    found = pool(TOPIC, source(text), source(NATURE, number=2))
    headings = [theme.heading for theme in themes(found, analyse(TOPIC), budget(Length.BRIEF, "en"), 200)]
    assert sum(heading.startswith("Opening") for heading in headings) == 1


def test_what_is_said_of_one_variant_is_no_overview():
    text = """## Barrages of the old kind

The gates are opened by hand in spring. The crew sleeps in the tower by night.

## Barrages

A tidal barrage dams the mouth of a river. Each tidal barrage has sluice gates."""
    found = pool("Tidal barrages", source(text, title="Tidal barrages"), source(ENGINEERING, number=2))
    made = themes(found, analyse("Tidal barrages"), budget(Length.BRIEF, "en"), 300)
    overview = next(theme for theme in made if theme.heading == "Overview")
    assert "The crew sleeps in the tower by night." not in [item.passage.text for item in overview.items]
