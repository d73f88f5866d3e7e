import json
from datetime import UTC, datetime

import pytest

from briefings.backends.model.answers import Answer
from briefings.backends.model.failures import failure

NOW = datetime(2026, 10, 21, 7, 27, 30, tzinfo=UTC)
GIVE_UP = "give up"
BACK_OFF = "normal back-off"


def failed(status, body, headers=None):
    text = body if isinstance(body, str) else json.dumps(body)
    return failure(Answer(status, headers or {}, text), NOW)


def google(**detail):
    return {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": [detail]}}


RETRY_INFO = google(**{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "45.837906927s"})
PER_DAY = google(
    **{
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}],
    }
)
PER_MINUTE = google(
    **{
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}],
    }
)
GOOGLE_WORDS = "You exceeded your current quota, please check your plan and billing details."


@pytest.mark.parametrize(
    ("status", "headers", "body", "wait"),
    [
        (429, {}, [RETRY_INFO], 45.84),
        (429, {}, RETRY_INFO, 45.84),
        (429, {"retry-after": "7"}, {"error": {"message": "slow down"}}, 7),
        (429, {"retry-after": "1.5"}, {}, 1.5),
        (429, {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, {}, 30),
        (429, {"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT"}, {}, BACK_OFF),
        (429, {"retry-after": "Fri, 23 Oct 2026 07:28:00 GMT"}, {}, GIVE_UP),
        (429, {"retry-after": "-5"}, {}, BACK_OFF),
        (429, {"retry-after": "soon"}, {}, BACK_OFF),
        (429, {"retry-after": "nan"}, {}, BACK_OFF),
        (429, {"retry-after": "86400"}, {}, GIVE_UP),
        (429, {}, PER_DAY, GIVE_UP),
        (429, {"retry-after": "5"}, PER_DAY, GIVE_UP),
        (429, {}, PER_MINUTE, BACK_OFF),
        (429, {}, {"error": {"message": GOOGLE_WORDS, "details": [RETRY_INFO["error"]["details"][0]]}}, 45.84),
        (429, {}, {"error": {"message": "Rate limit reached on requests per day (RPD): Limit 200"}}, GIVE_UP),
        (429, {}, {"error": {"type": "insufficient_quota", "message": "check your plan"}}, GIVE_UP),
        (529, {}, {"error": {"type": "overloaded_error"}}, BACK_OFF),
        (503, {"retry-after-ms": "1500"}, {}, 1.5),
        (503, {"retry-after-ms": "1500", "retry-after": "2"}, {}, 1.5),
        (503, {"retry-after": "100000"}, {}, GIVE_UP),
        (400, {}, {"error": {"code": "context_length_exceeded", "message": "maximum is 8192 tokens"}}, GIVE_UP),
    ],
)
def test_the_wait_is_the_one_that_the_provider_asks_for(status, headers, body, wait):
    error = failed(status, body, headers)
    assert error.permanent is (wait == GIVE_UP)
    if isinstance(wait, str):
        assert error.retry_after is None
    else:
        assert error.retry_after == pytest.approx(wait, abs=0.01)


@pytest.mark.parametrize(
    ("status", "body", "code", "permanent"),
    [
        (400, {"error": {"message": "bad schema"}}, "model.refused", True),
        (400, {"error": {"code": "context_length_exceeded", "message": "too long"}}, "model.context_length", True),
        (400, {"error": {"message": "This model's maximum context length is 8192."}}, "model.context_length", True),
        (400, {"error": {"message": "prompt is too long: 210000 tokens > 200000"}}, "model.context_length", True),
        (500, {"error": {"message": "exceeds the available context size"}}, "model.context_length", True),
        (413, "Payload Too Large", "model.context_length", True),
        (400, [{"error": {"message": "API key not valid. Please pass a valid API key."}}], "model.auth", True),
        (401, {"error": {"message": "Incorrect API key provided"}}, "model.auth", True),
        (403, {"error": {"message": "Country not supported"}}, "model.auth", True),
        (
            403,
            {"error": {"message": "Your chosen model requires moderation; input was flagged"}},
            "model.refused",
            True,
        ),
        (402, {"error": {"message": "Insufficient Balance"}}, "model.rate_limited", True),
        (404, {"error": {"message": "The model does not exist"}}, "model.refused", True),
        (422, {"detail": "no such field"}, "model.refused", True),
        (408, "", "model.timeout", False),
        (504, "<html><title>504 Gateway Time-out</title>", "model.timeout", False),
        (524, "", "model.timeout", False),
        (409, {}, "model.unavailable", False),
        (500, {"error": {"message": "oops"}}, "model.unavailable", False),
        (502, "<html><title>Bad Gateway</title></html>", "model.unavailable", False),
        (529, {"error": {"type": "overloaded_error"}}, "model.unavailable", False),
    ],
)
def test_a_status_and_its_words_tell_the_cause(status, body, code, permanent):
    error = failed(status, body)
    assert (error.fault.code, error.permanent) == (code, permanent)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            [
                {
                    "error": {
                        "code": 400,
                        "message": "Function call is missing a thought_signature in functionCall parts.",
                        "status": "INVALID_ARGUMENT",
                    }
                }
            ],
            "Function call is missing a thought_signature in functionCall parts.",
        ),
        ({"error": "plain words"}, "plain words"),
        ({"object": "error", "message": "from an older server", "code": 400}, "from an older server"),
        ({"detail": "Not found"}, "Not found"),
        ("<HTML><Title>\n Oh\n no </Title>", "Oh no"),
        ([], "[]"),
        ("[" * 100_000, "[" * 299 + "…"),
    ],
)
def test_the_providers_own_words_are_reported(body, said):
    assert failed(400, body).fault.detail == said
