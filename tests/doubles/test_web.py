import httpx

from tests.doubles.web import Reply, Site, page


def test_serves_pages_and_keeps_requests():
    with Site(
        {
            "/": page("<p>front"),
            "/find?q=a": Reply(body="by query"),
            "/find": lambda asked: Reply(body=asked.query["q"]),
        }
    ) as site:
        assert httpx.get(site.url("/")).text == "<p>front"
        assert httpx.get(site.url("/find?q=a")).text == "by query"
        assert httpx.get(site.url("/find?q=b")).text == "b"
        assert httpx.post(site.url("/none"), data={"q": "é"}).status_code == 404
    assert [(request.method, request.path) for request in site.requests] == [
        ("GET", "/"),
        ("GET", "/find"),
        ("GET", "/find"),
        ("POST", "/none"),
    ]
    assert site.requests[-1].form == {"q": "é"}


def test_answers_head_without_a_body():
    with Site({"/": Reply(body="text")}) as site:
        answer = httpx.head(site.url("/"))
    assert answer.headers["content-length"] == "4"
    assert answer.text == ""


def test_sends_a_body_of_untold_length():
    with Site({"/": Reply(body="text", chunked=True)}) as site:
        answer = httpx.get(site.url("/"))
    assert "content-length" not in answer.headers
    assert answer.text == "text"
