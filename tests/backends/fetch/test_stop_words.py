"""The stop words by which prose is told from menus."""

from trafilatura import external

from briefings.backends.fetch.stop_words import stop_words
from tests.backends.fetch.pages import article, read


def test_the_languages_of_most_pages_have_their_stop_words():
    assert {"the", "und", "les", "para", "het", "że", "или", "але", "och"} <= set(stop_words())


def test_a_page_is_judged_by_these_and_not_by_every_list_that_there_is():
    read(article("<p>A tide mill stood here, and a weir.</p>"))
    assert stop_words() == external.JT_STOPLIST
