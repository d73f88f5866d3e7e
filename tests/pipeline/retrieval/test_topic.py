import pytest

from briefings.pipeline.retrieval.analysis import analyse
from briefings.pipeline.retrieval.tokens import terms


def held(text: str) -> set[str]:
    return set(terms(text))


def test_coverage_is_the_attested_share_of_the_weight():
    topic = analyse("How does APT choose package versions?")
    assert topic.coverage(held("APT selects a version of a package")) > 0.9
    assert topic.coverage(held("Cakes are baked")) == 0.0


def test_a_topic_without_content_words_is_covered_by_anything():
    assert analyse("An overview").coverage(held("Cakes are baked")) == 1.0


def test_a_compound_with_a_digit_must_stand_as_it_is():
    topic = analyse("What is HTTP/3?")
    assert topic.coverage(held("HTTP/3 runs over UDP")) == 1.0
    assert topic.coverage(held("HTTP has 3 methods")) == 0.0


def test_a_hyphenated_word_may_be_written_apart():
    assert analyse("supply-chain attacks").coverage(held("attacks on the supply chain")) == 1.0


def test_one_of_several_names_is_enough_to_be_about_the_topic():
    topic = analyse("How does HTTP/3 differ from HTTP/2?")
    assert 0.7 < topic.coverage(held("HTTP/2 multiplexes requests")) < 1.0


@pytest.mark.parametrize(
    ("topic", "sentence", "touches"),
    [
        ("Virtual private networks on Linux", "A virtual machine runs on Linux.", False),
        ("Virtual private networks on Linux", "A virtual network joins two offices.", True),
        ("Tidal barrages", "A barrage is a dam across an estuary.", True),
        ("Debian release management", "Debian runs on a bridge.", False),
        ("Debian release management", "The management of a Debian release takes months.", True),
        ("软件供应链安全", "供应链的每一环都要检查。", True),
        ("软件供应链安全", "软件的安全很重要。", True),
        ("软件供应链安全", "安全很重要。", False),
    ],
)
def test_a_sentence_touches_the_topic_by_what_tells_it(topic, sentence, touches):
    assert analyse(topic).touches(held(sentence)) is touches


@pytest.mark.parametrize(
    ("topic", "title", "titled"),
    [
        ("Firewalls on Linux", "Building a firewall", True),
        ("How does APT choose package versions?", "The package", False),
        ("How does HTTP/3 differ from HTTP/2?", "HTTP versions from HTTP/2 to HTTP/3", True),
        ("What to do after a system compromise", "Dealing with a compromised machine", True),
    ],
)
def test_a_title_names_the_topic_by_all_its_telling_words(topic, title, titled):
    assert analyse(topic).is_titled(held(title)) is titled


def test_a_phrase_stands_in_order():
    topic = analyse("Software supply chain security")
    assert topic.holds_phrase(terms("the supply chain is long"))
    assert not topic.holds_phrase(terms("the chain of supply is long"))


def test_without_some_words_what_stood_around_them_is_parted():
    topic = analyse("Vulcan blast furnaces")
    parted = topic.without({keyword for keyword in topic.keywords if keyword.word == "blast"})
    assert [[keyword.word for keyword in group.keywords] for group in parted.groups] == [["Vulcan"], ["furnaces"]]


@pytest.mark.parametrize(
    ("topic", "text", "unknown"),
    [
        ("Furnaces, slag and dragons", "furnaces", True),
        ("Furnaces, slag and dragons", "furnaces of slag", False),
        ("Furnaces, slag and dragons", "zinc", True),
        ("How to prevent rust on steel", "rust", True),
        ("How does the Vulcan furnish parcels", "Vulcan parcels", False),
        ("An overview", "zinc", False),
    ],
)
def test_a_topic_is_unknown_where_most_of_its_telling_words_are(topic, text, unknown):
    assert analyse(topic).is_mostly_unknown(held(text)) is unknown


def test_a_known_name_outweighs_one_unknown_word():
    assert not analyse("Why the Vulcan sequesters").is_mostly_unknown(held("Vulcan"))
