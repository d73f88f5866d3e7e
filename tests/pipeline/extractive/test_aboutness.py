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


def test_a_name_is_not_enough_whatever_its_company():
    assert not covered("How does APT pick package versions?", "APT obeys pins.", company=0.7)


def test_of_two_words_the_one_that_tells_more_must_be_there():
    backups = "A backup is made each night. A backup is kept for years. Tar encrypts a backup."
    assert not in_page("Encrypt backups", [backups], "A backup is kept for years.", weights=(3.0, 1.0))
    assert in_page("Encrypt backups", [backups], "Tar encrypts it.", weights=(3.0, 1.0))


def test_what_is_asked_about_a_name_must_be_there():
    text = "Pacemaker names a failed node."
    assert not in_page("How does Pacemaker fence failed nodes?", [text], text)
    assert in_page("How does Pacemaker fence failed nodes?", [text], "Pacemaker fences the node.")


def test_everything_in_a_document_given_for_the_topic_is_about_it():
    assert covered("Tidal barrages", OTHER, origin=Origin.SUPPLIED)


def in_page(topic: str, pages: list[str], text: str = OTHER, heading: str = "", *, weights=(), lenient=False, **place):
    """Whether `text`, on a page among `pages`, is about the topic; the page of the text has the title of `place`."""
    analysed = analyse(topic, pages)
    readings = [read(source(page, number=n, **place)) for n, page in enumerate(pages, 1)]
    known = dict(zip(analysed.keywords, weights, strict=True)) if weights else dict.fromkeys(analysed.keywords, 1.0)
    judge = Aboutness(analysed, readings, known, lenient=lenient)
    return judge.covers(passage(text, heading=heading), 0.0, 0.0)


def page(*sentences: str, of: int) -> str:
    return "\n\n".join([*sentences, *[OTHER] * (of - len(sentences))])


BARRAGE, TIDE = "A tidal barrage dams an estuary for power.", "The barrage turns with every tide."


@pytest.mark.parametrize(
    ("title", "sentences", "devoted"),
    [
        ("Building tidal barrages", 4, True),
        ("Building tidal barrages", 40, False),
        ("Works at the barrage", 4, True),
        ("Works at the coast", 4, False),
    ],
)
def test_everything_is_about_the_topic_where_the_title_names_it_and_the_text_speaks_of_it(title, sentences, devoted):
    assert in_page("Tidal barrages", [page(BARRAGE, TIDE, of=sentences)], title=title) is devoted


def test_a_title_that_names_one_of_two_things_asked_needs_a_text_that_keeps_to_them():
    topic = "How does Brackle compress and encrypt parcels?"
    text = page("Brackle can compress a parcel of text.", "The key is used to encrypt the files.", of=10)
    assert not in_page(topic, [text], title="Brackle, the compressing packer")


def test_a_title_that_shares_a_word_of_general_use_devotes_no_text_to_the_topic():
    text = page("The obligations of the EU are many.", "An EU importer has obligations.", of=3)
    assert not in_page("EU carbon border adjustment: obligations of importers", [text], title="EU data obligations")


def test_a_section_under_a_heading_that_names_the_topic_is_about_it():
    text = page(BARRAGE, of=20)
    assert in_page("Tidal barrages", [text], heading="Barrages of the tidal coast")
    assert not in_page("Tidal barrages", [text], heading="Wages")


def test_a_sentence_keeps_to_the_topic_of_its_paragraph_with_some_company():
    text = f"{BARRAGE} {OTHER}\n\n{page(of=20)}"
    analysed = analyse("Tidal barrages", [text])
    judge = Aboutness(analysed, [read(source(text))], dict.fromkeys(analysed.keywords, 1.0), lenient=False)
    assert judge.covers(passage(OTHER, place=1), 0.0, 0.3)
    assert not judge.covers(passage(OTHER, place=1), 0.0, 0.1)
    assert not judge.covers(passage(OTHER, block=2), 0.0, 0.3)


def test_everything_is_about_a_topic_that_says_nothing():
    assert covered("An overview", OTHER)


def test_leniency_takes_one_telling_word_where_a_heading_holds_one_too():
    text = "A virtual office has no rooms."
    topic = "Virtual private networks"
    assert not in_page(topic, [text], text, heading="Virtual rooms")
    assert in_page(topic, [text], text, heading="Virtual rooms", lenient=True)
    assert not in_page(topic, [text], text, heading="Rooms", lenient=True)


def test_a_dependent_sentence_goes_on_about_the_topic_with_a_word_or_some_company():
    judge = Aboutness(analyse("Tidal barrages"), [], {}, lenient=False)
    assert judge.continues(0.2, 0.0)
    assert judge.continues(0.0, 0.3)
    assert not judge.continues(0.0, 0.0)


def test_of_a_long_name_what_is_asked_must_be_there_whatever_its_name_weighs():
    topic, text = "How does the Brackle installer partition disks?", "The installer of Brackle asks for a time zone."
    pages = [f"{text} It may partition the disks. The disks are read."]
    assert not in_page(topic, pages, text, weights=(4.0, 1.0, 1.5, 1.5))
    assert in_page(topic, pages, "Two partitions of a disk are one volume.", weights=(4.0, 1.0, 1.5, 1.5))


def test_a_title_that_says_little_of_what_is_asked_needs_a_text_that_speaks_of_the_rest():
    topic = "How does the Brackle installer partition disks?"
    speaks = page(*["The installer can partition the disks of Brackle."] * 4, of=9)
    mentions = page("The installer can partition the disks of Brackle.", *["The installer asks."] * 4, of=9)
    assert in_page(topic, [speaks], title="Installer of Brackle: hardware and software")
    assert not in_page(topic, [mentions], title="Installer of Brackle: hardware and software")


def test_after_an_adjective_the_noun_must_be_there():
    pages = ["A tidal barrage dams an estuary. The barrage turns. A barrage rests. Tidal mills ground corn."]
    assert not in_page("Tidal barrages", pages, "Tidal mills ground corn.", weights=(3.0, 1.0))
    assert in_page("Tidal barrages", pages, "A barrage rests in winter.", weights=(3.0, 1.0))
