import pytest

from briefings.backends.search.query import LONGEST, literal


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("!g tidal power", "g tidal power"),
        ("\\tidal power", "tidal power"),
        ("tidal !wiki power", "tidal wiki power"),
        ("tidal power g!", "tidal power g"),
        ("-fossil energy", "fossil energy"),
        ('"unclosed phrase about ports', "unclosed phrase about ports"),
        ("“typographic” „quotes“", "typographic quotes"),
        ("site:evil.example ports", "site evil.example ports"),
        ('intitle:"ports and ships"', "intitle ports and ships"),
        ("-site:evil.example", "site evil.example"),
        ("ports\u2028and ships", "ports and ships"),
        ("ports\r\nand\tships", "ports and ships"),
        ("+ports OR ships NOT boats", "ports or ships not boats"),
        ("ship* port~2 ~dock | quay", "ship port dock quay"),
        ('\\!-"!g" ports', "g ports"),
        ("insource:/evil/ ports", "insource /evil/ ports"),
        ("po\u200brts\u202e", "ports"),
        ("C++ && <std> 100%", "C++ && <std> 100%"),
        ("state-of-the-art CO2-neutral trains at 10:30", "state-of-the-art CO2-neutral trains at 10:30"),
        ("What is Bayes' theorem?", "What is Bayes' theorem?"),
        ("潮汐能源：展望与风险", "潮汐能源：展望与风险"),
        ("https://x.example/a", "https://x.example/a"),
        ("!", ""),
        (' "" -  ', ""),
    ],
)
def test_a_topic_is_words_and_no_command(topic, words):
    assert literal(topic) == words


def test_a_long_topic_is_cut_at_a_word():
    cut = literal("word " * 200)
    assert len(cut) <= LONGEST
    assert cut.endswith("word")
    assert len(literal("字" * 600)) == LONGEST
