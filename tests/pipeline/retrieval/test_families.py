import pytest

from briefings.pipeline.retrieval.families import kin
from briefings.pipeline.retrieval.tokens import stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ownership", "owner"),
        ("owner", "ownership"),
        ("schedule", "scheduler"),
        ("scheduler", "schedules"),
        ("delivery", "deliver"),
        ("deliver", "deliveries"),
        ("validate", "validator"),
        ("resolver", "resolve"),
        ("spam", "spammers"),
        ("encrypt", "encryptor"),
        ("migrate", "migrator"),
        ("delivery", "delivers"),
    ],
)
def test_relatives_are_found(one, other):
    assert stem(other) in kin(one) or stem(other) == stem(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("corn", "corner"),
        ("sent", "sentence"),
        ("pap", "paper"),
        ("moth", "mother"),
        ("own", "owe"),
        ("数据库", "数据"),
    ],
)
def test_words_that_only_look_alike_are_no_relatives(one, other):
    assert stem(other) not in kin(one)


def test_no_word_is_its_own_relative_or_has_a_function_word_for_one():
    assert stem("owner") not in kin("owner")
    assert "own" not in kin("ownership")
