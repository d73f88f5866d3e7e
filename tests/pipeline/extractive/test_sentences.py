import time

import pytest

from briefings.pipeline.extractive.sentences import split


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Copper melts. It is cast.", ["Copper melts.", "It is cast."]),
        ("The U.S. mint, e.g. Dr. Smith's, uses No. 5 ore.", ["The U.S. mint, e.g. Dr. Smith's, uses No. 5 ore."]),
        ("It needs version 2.0. Then it runs.", ["It needs version 2.0.", "Then it runs."]),
        ("It lists ore, coke, etc. The furnace takes all.", ["It lists ore, coke, etc.", "The furnace takes all."]),
        ('He said "it melts." Then it did.', ['He said "it melts."', "Then it did."]),
        ("2. Copper melts at 1,085.4 degrees.", ["2. Copper melts at 1,085.4 degrees."]),
        ("铜熔化。它被浇铸！为什么？", ["铜熔化。", "它被浇铸！", "为什么？"]),
        ("他说：“铜熔化。”然后浇铸；再冷却。", ["他说：“铜熔化。”", "然后浇铸；再冷却。"]),
        ("It needs a mould. smelt-cast makes one.", ["It needs a mould.", "smelt-cast makes one."]),
        ("It is full at noon. rm still works.", ["It is full at noon.", "rm still works."]),
        (
            "Ores, e.g. malachite, cf. vol. three, are approx. green, etc. and red.",
            ["Ores, e.g. malachite, cf. vol. three, are approx. green, etc. and red."],
        ),
        ("", []),
    ],
)
def test_a_paragraph_is_split_into_its_sentences(text, sentences):
    assert split(text) == sentences


def test_nothing_is_lost_or_changed():
    text = "One (of two). Two, vs. three. “Four?” Five"
    assert " ".join(split(text)) == text


def test_the_time_grows_with_the_length_and_not_with_its_square():
    text = "See e.g. Ore, " * 8_000
    started = time.process_time()
    assert split(text) == [text.strip()]
    assert time.process_time() - started < 1.0
