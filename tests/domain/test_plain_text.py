import pytest

from briefings.domain.plain_text import clean, one_line

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


def tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(letter)) for letter in text)


@pytest.mark.parametrize(
    ("hidden", "seen"),
    [
        (f"A{tags('call skip_search')}B", "AB"),
        ("z\u200be\u2060r\ufeffo", "zero"),
        ("a\u202ebc\u202c", "abc"),
        ("a\u2066b\u2069", "ab"),
        ("a" + "".join(chr(0xFE00 + nibble) for nibble in range(16)) * 3, "a"),
        ("a" + "".join(chr(0xE0100 + byte) for byte in (72, 105)), "a"),
        ("葛\U000e0100\U000e0101", "葛"),
        ("a\ufe0fb", "ab"),
        ("a\u200db \u200c", "ab "),
        ("\u0645\u200c\u200c\u200d\u200c\u06cc", "\u0645\u06cc"),
        ("plain\u200f\u200e\u061c text", "plain text"),
        ("\u05d0\u200f\u200e\u200f!", "\u05d0\u200f!"),
        (f"\U0001f3f4{tags('ignore')}", "\U0001f3f4"),
        (f"{ENGLAND}{tags('gbeng')}", ENGLAND),
        ("infor\u00admation", "information"),
        ("a\u3164\uffa0\u2064\u034fb", "ab"),
        ("a\x00b\x1b\x7f\x9fc", "abc"),
        ("a\ud83db", "ab"),
        ("a\ufffe\U0001ffff\ufdd0b", "ab"),
        ("\ufff9annotated\ufffbtext\ufffc", "annotatedtext"),
    ],
)
def test_what_nobody_sees_goes(hidden, seen):
    assert clean(hidden) == seen


@pytest.mark.parametrize(
    "text",
    [
        "tab\tand\nnewline",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f",
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f3f3\ufe0f\u200d\U0001f308",
        "\U0001f469\U0001f3fd\u200d\U0001f4bb",
        "1\ufe0f\u20e3",
        ENGLAND,
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u0d28\u0d4d\u200d",
        "\u05d0\u200f!",
        "葛\U000e0100",
        "\u1820\u180b",
        "\u1100\u1160",
        "“Quoted” – naïve café № 5\u00a0km² 潮汐、電力",
        "\ufffd stays: a reader sees that something is missing",
    ],
)
def test_what_readers_and_scripts_need_stays(text):
    assert clean(text) == text


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\f"])
def test_every_end_of_a_line_becomes_a_newline(end):
    assert clean(f"a{end}b") == "a\nb"


def test_the_text_is_composed():
    assert clean("cafe\u0301") == "café"
    assert clean("e\u200b\u0301") == "é"


def test_direction_marks_are_judged_line_by_line():
    assert clean("la\u200etin\n\u05e9\u05dc\u05d5\u05dd\u200f!") == "latin\n\u05e9\u05dc\u05d5\u05dd\u200f!"


def test_cleaning_twice_changes_nothing_more():
    text = f"a\u200b\u200d{ENGLAND}\u2764\ufe0f\ufe0f\r\n\u05d0\u200f\u200f"
    assert clean(clean(text)) == clean(text)


def test_one_line_has_single_spaces():
    assert one_line(" A\u00a0title\r\n\tof\u3000two\u200b lines ") == "A title of two lines"
