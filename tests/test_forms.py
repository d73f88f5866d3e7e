import uuid
from datetime import date

import pytest

from briefings.domain.brief import Brief
from briefings.forms import BriefingForm

TODAY = date(2026, 11, 30)


def form(topic: str = "How is copper smelted?", **fields: str) -> BriefingForm:
    return BriefingForm({"topic": topic, **fields})


def brief(topic: str = "How is copper smelted?", **fields: str) -> Brief:
    filled = form(topic, **fields)
    assert filled.is_valid(), filled.errors
    return filled.brief(as_of=TODAY)


def test_a_topic_alone_is_enough():
    assert brief() == Brief(topic="How is copper smelted?", as_of=TODAY)


def test_every_field_reaches_the_brief():
    asked = brief(language="fr", audience="A board", length="brief", supplied_text="Ore is roasted.\n\nThen smelted.")
    assert asked == Brief(
        topic="How is copper smelted?",
        language="fr",
        audience="A board",
        length="brief",
        supplied_text="Ore is roasted.\n\nThen smelted.",
        as_of=TODAY,
    )


@pytest.mark.parametrize(
    ("topic", "code"),
    [
        ("", "required"),
        ("   \n ", "required"),
        ("\u200b\u2060", "required"),
        ("x", "min_length"),
        ("潮汐", "min_length"),
        ("y" * 501, "max_length"),
        ("\x00\x07", "control"),
        ("How is copper\x00 smelted?", "control"),
        ("How is copper\x9b smelted?", "control"),
        ("?!…", "wordless"),
        ("—— 、。", "wordless"),
    ],
)
def test_a_topic_that_says_nothing_is_refused(topic, code):
    refused = form(topic)
    assert not refused.is_valid()
    assert code in [error.code for error in refused.errors["topic"].as_data()]


@pytest.mark.parametrize(
    ("topic", "cleaned"),
    [
        ("  Tidal\tpower \r\n in France ", "Tidal power in France"),
        ("Tidal\u200b power\U000e0041", "Tidal power"),
        ("Cafe\u0301 prices", "Café prices"),
        ("碳边境", "碳边境"),
        ("می\u200cخواهم بدانم", "می\u200cخواهم بدانم"),
        ("y" * 500, "y" * 500),
    ],
)
def test_a_topic_is_cleaned_not_changed(topic, cleaned):
    assert brief(topic).topic == cleaned


def test_stray_control_characters_of_pasted_material_are_dropped():
    assert brief(supplied_text="Page one.\x0cPage \x02two.").supplied_text == "Page one.\nPage two."


def test_too_much_material_is_refused():
    assert "supplied_text" in form(supplied_text="x" * 200_001).errors


@pytest.mark.parametrize(("sent", "meant"), [("zh", "zh-Hans"), ("zh-TW", "zh-Hant"), ("en-GB", "en"), ("", "auto")])
def test_spellings_of_a_language(sent, meant):
    assert brief(language=sent).language == meant


@pytest.mark.parametrize(("field", "value"), [("language", "tlh"), ("kind", "haiku"), ("length", "endless")])
def test_a_choice_that_does_not_exist_is_an_error(field, value):
    assert field in form(**{field: value}).errors


def test_a_wrong_hidden_choice_is_not_shown_again():
    assert 'value="standard"' in str(form(kind="haiku")["kind"])


@pytest.mark.parametrize("topic", ["Summarise the text that I pasted below", "根据我提供的材料写一份摘要"])
def test_a_topic_that_speaks_of_material_needs_material(topic):
    refused = form(topic)
    assert [error.code for error in refused.errors["supplied_text"].as_data()] == ["material"]
    assert refused.asks_for_material
    assert brief(topic, supplied_text="The text.").supplied_text == "The text."


def test_material_can_be_declined():
    declined = form("Summarise the text that I pasted below", without_material="1")
    assert declined.is_valid()
    assert declined.asks_for_material


def test_an_empty_form_offers_nothing_about_material():
    assert not BriefingForm().asks_for_material


def test_each_empty_form_has_a_token_of_its_own():
    assert uuid.UUID(str(BriefingForm()["submission"].value())) != BriefingForm()["submission"].value()


def test_a_token_is_kept_when_the_form_is_shown_again():
    token = uuid.uuid4()
    assert str(token) in str(form("", submission=str(token))["submission"])


@pytest.mark.parametrize("sent", ["", "not a token", "123", "\x00"])
def test_a_malformed_token_is_replaced(sent):
    filled = form(submission=sent)
    assert filled.is_valid()
    assert isinstance(filled.cleaned_data["submission"], uuid.UUID)


def test_fields_that_kyle_does_not_know_are_ignored():
    assert brief(organization="UN", nonsense="x") == brief()


@pytest.mark.parametrize(
    ("field", "longest", "shown"),
    [("topic", 500, 20_000), ("audience", 200, 5_000), ("supplied_text", 200_000, 205_000)],
)
def test_of_what_is_much_too_long_only_the_beginning_is_shown_again(field, longest, shown):
    text = "word " * 100_000
    refused = form(**{field: text})
    assert refused[field].value() == text[:shown]
    told = " ".join(map(str, refused.errors[field]))
    assert f"At most {longest}" in told
    assert f"Only the first {shown}" in told
    assert len(refused.as_p()) < shown + 10_000


def test_what_is_a_little_too_long_is_shown_whole():
    text = "word " * 110
    refused = form(text)
    assert refused["topic"].value() == text
    assert len(refused.errors["topic"]) == 1


@pytest.mark.parametrize("field", ["language", "kind", "length"])
def test_a_wrong_choice_is_named_but_not_at_any_length(field):
    refused = form(**{field: "klingon" * 10_000})
    assert "klingon" in str(refused.errors[field])
    assert len(refused.as_p()) < 10_000


ARTICLE = (
    "Copper prices rose on Monday. Traders in London pointed to a strike at two mines in the north of Chile. "
    "Stocks in warehouses fell for the fifth week in a row. Smelters in Asia said that they would cut their output."
)


@pytest.mark.parametrize("text", [ARTICLE, "铜价周一上涨。" * 40])
def test_a_text_pasted_as_topic_is_sent_to_where_material_belongs(text):
    refused = form(text)
    assert "Your own material" in str(refused.errors["topic"])
    assert refused["topic"].value() == text


@pytest.mark.parametrize(
    "topic",
    [
        f"{ARTICLE} What follows from this for makers of cables?",
        "Copper supply. Please cover mines. Then smelters. Then recycling. Then prices." * 3,
        "铜的供应。请介绍矿山。再介绍冶炼。再介绍回收。" * 12,
        "Copper. Zinc. Lead. Tin.",
    ],
)
def test_a_long_request_is_a_topic(topic):
    assert not form(topic[:500]).errors


def test_a_topic_that_is_too_long_says_where_a_text_belongs():
    assert "Your own material" in str(form("copper " * 100).errors["topic"])
