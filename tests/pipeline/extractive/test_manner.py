import pytest

from briefings.pipeline.extractive.manner import STRONG_CONTRAST, WEAK_CONTRAST, clarity, contrast, defines


@pytest.mark.parametrize(
    "text",
    [
        "A barrage is a dam across an estuary.",
        "HTTP/3 is the mapping of HTTP onto QUIC.",
        "队头阻塞是指数据等待的现象。",
    ],
)
def test_a_definition_says_what_something_is(text):
    assert defines(text)


def test_a_report_of_what_happened_defines_nothing():
    assert not defines("Fish can pass the barrage in spring.")


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("Copper melts early, whereas iron melts late.", STRONG_CONTRAST),
        ("Copper is soft, while iron is hard.", STRONG_CONTRAST),
        ("铜与铁的熔点不同。", STRONG_CONTRAST),
        ("Copper is softer than iron.", WEAK_CONTRAST),
        ("Copper is cast in sand.", 0.0),
    ],
)
def test_contrast_has_degrees(text, strength):
    assert contrast(text) == strength


@pytest.mark.parametrize(
    "text",
    [
        "You can cast copper in sand.",
        "The option casts copper in sand.",
        "The package foo casts copper.",
        "Copper (a metal) is cast in sand.",
        "Copper " + "is cast in sand " * 10,
        "你可以用沙子铸铜。",
    ],
)
def test_what_speaks_to_the_reader_nests_or_dwells_on_an_example_is_less_clear(text):
    assert clarity(text) < clarity("Copper is cast in sand.") == 1.0
