from briefings.domain.evidence import Source
from briefings.pipeline.extractive.material import read
from briefings.pipeline.extractive.sources import about
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import source


def chosen(*sources: Source, topic: str) -> set[int]:
    """The ids of those of `sources` that are about `topic`."""
    found = analyse(topic, [one.page.text for one in sources])
    return {reading.source.id for reading in about(found, [read(one) for one in sources])}


def test_a_text_that_mentions_a_name_in_passing_tells_nothing_of_what_is_asked_about_it():
    own = "\n\n".join(f"The Brackle works melt the ores of valley {number} in a furnace." for number in range(12))
    other = "\n\n".join(f"The furnace of mine {number} melts its ores by night." for number in range(60))
    found = chosen(
        source(own, title="The works"),
        source(f"{other}\n\nThe Brackle works are far from here.", number=2, title="The mines"),
        topic="How does Brackle melt ores in furnaces?",
    )
    assert found == {1}


def test_a_chapter_on_all_that_is_asked_needs_no_more_than_one_mention_of_the_name():
    general = "\n\n".join(f"The Brackle works keep {number} ponies in a shed." for number in range(12))
    asked = "\n\n".join(f"Crew {number} melts the ores in a furnace with a lid." for number in range(60))
    found = chosen(
        source(f"{general}\n\nThe furnace of Brackle melts ores.", title="The works"),
        source(f"The furnace of Brackle melts ores.\n\n{asked}", number=2, title="Furnaces that melt ores"),
        topic="How does Brackle melt ores in furnaces?",
    )
    assert found == {1, 2}


def test_a_text_on_another_name_tells_nothing_though_it_mentions_all_that_is_asked():
    own = "\n\n".join(f"The Brackle works melt the ores of valley {number} in a furnace." for number in range(12))
    other = "\n\n".join(
        f"In winter the crew of Tarrow melts the ores of pit {number} in a furnace." for number in range(30)
    )
    found = chosen(
        source(own, title="The works"),
        source(f"{other}\n\nThe furnace of Brackle melts ores.", number=2, title="Furnaces of Tarrow"),
        topic="How does Brackle melt ores in furnaces?",
    )
    assert found == {1}


def test_a_text_without_one_word_of_a_name_of_two_is_on_something_else():
    own = "\n\n".join(f"Colour management of screen {number} needs a profile." for number in range(12))
    other = "\n\n".join(f"Brush {number} erases every colour of the layer." for number in range(12))
    found = chosen(
        source(own, title="Screens"),
        source(other, number=2, title="Colour brushes"),
        topic="How does colour management work?",
    )
    assert found == {1}


def test_what_is_logged_elsewhere_is_not_of_the_setting_that_is_asked_for():
    own = "\n\n".join(f"In Brackle the logging of part {number} is done by hand." for number in range(12))
    other = "\n\n".join(f"The logging of pump {number} is done by a clerk." for number in range(12))
    found = chosen(
        source(own, title="Logs"), source(other, number=2, title="Logging of pumps"), topic="Logging in Brackle"
    )
    assert found == {1}


def test_a_chapter_that_names_its_book_but_once_is_on_what_is_asked_about_it():
    general = "\n\n".join(f"The Brackle works keep {number} ponies in a shed." for number in range(12))
    asked = "\n\n".join(f"Crew {number} melts the ores in a furnace with a lid." for number in range(60))
    found = chosen(
        source(f"{general}\n\nThe furnace of Brackle melts ores.", title="The works"),
        source(f"The book of Brackle.\n\n{asked}", number=2, title="Furnaces that melt ores"),
        topic="How does Brackle melt ores in furnaces?",
    )
    assert found == {1, 2}
