import pytest

from briefings.domain.evidence import Origin
from briefings.pipeline.extractive.aboutness import Aboutness
from briefings.pipeline.extractive.material import read
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import passage, source

OTHER = "The wages of the builders rose in spring."


def covered(topic: str, text: str, *, company: float = 0.0, direct: float = 0.3, lenient: bool = False, **page) -> bool:
    """Whether a sentence on a page of its own is about the topic."""
    analysed = analyse(topic, [text])
    filler = "The yard has many rooms of grey stone. " * 8
    readings = [read(source(f"{filler}\n\n{text}", **page))]
    judge = Aboutness(analysed, readings, dict.fromkeys(analysed.keywords, 1.0), lenient=lenient)
    return judge.covers(passage(text), direct, company)


@pytest.mark.parametrize(
    ("topic", "text", "about"),
    [
        ("Tidal barrages", "A barrage dams an estuary.", True),
        ("Tidal barrages", OTHER, False),
        ("Virtual private networks on Linux", "A virtual machine runs on Linux.", False),
        ("How does HTTP/3 differ from HTTP/2?", "HTTP/2 multiplexes requests.", True),
        ("How does APT pick package versions?", "APT was written by volunteers.", False),
        ("How does APT pick package versions?", "APT picks the newest version.", True),
    ],
)
def test_the_own_words_of_a_sentence_decide(topic, text, about):
    assert covered(topic, text) is about


def test_a_name_with_much_company_is_enough():
    assert covered("How does APT pick package versions?", "APT obeys pins.", company=0.7)


@pytest.mark.parametrize("page", [{"title": "Building tidal barrages"}, {"origin": Origin.SUPPLIED}])
def test_everything_in_a_document_devoted_to_the_topic_is_about_it(page):
    assert covered("Tidal barrages", OTHER, **page)


def test_everything_is_about_a_topic_that_says_nothing():
    assert covered("An overview", OTHER)


def test_leniency_takes_a_telling_word_for_the_topic():
    text = "A virtual office has no rooms."
    assert not covered("Virtual private networks", text)
    assert covered("Virtual private networks", text, lenient=True)


def test_a_dependent_sentence_goes_on_about_the_topic_with_a_word_or_some_company():
    judge = Aboutness(analyse("Tidal barrages"), [], {}, lenient=False)
    assert judge.continues(0.2, 0.0)
    assert judge.continues(0.0, 0.3)
    assert not judge.continues(0.0, 0.0)
