import pytest

from tests.backends.fetch.pages import TWO_SENTENCES, article, read, reason_against


def test_an_article_in_an_aside_beats_a_long_consent_notice():
    notice = "".join(
        f"<p>We and partner {number} would like to store and read data on this device for purpose {number}, "
        "which you may refuse.</p>"
        for number in range(14)
    )
    body = (
        "<aside class=main-col><article><h1>Tidal power outlook</h1><p>Two barrages came online in March.</p>"
        "<p>Costs fell by nine per cent.</p></article></aside>"
    )
    for attributes in ("id=cc class=cookie-consent", "class=box"):
        page = read(f"<title>Tidal power outlook</title><div {attributes}><h2>Your choices</h2>{notice}</div>{body}")
        assert "nine per cent" in page.text
        assert "partner" not in page.text
        assert "choices" not in page.text
    alone = f"<title>Welcome</title><main><h1>Your choices</h1>{notice}</main>"
    assert "consent notice only" in reason_against(alone)
    assert "consent notice only" in reason_against(f"<title>Welcome</title><div class=cookie-wall>{notice}</div>")


def test_a_text_about_consent_is_a_text():
    about = "".join(
        f"<p>The court held in case {number} that a website which sets cookies before anybody agreed breaks the law, "
        "and that a box which is ticked in advance is no agreement at all.</p>"
        for number in range(6)
    )
    assert "case 5" in read(f"<title>Cookies before the court</title><article><h1>Cookies</h1>{about}</article>").text


def main(title: str, inner: str) -> str:
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body><main>{inner}</main></body></html>"


LONG = "The archive holds thousands of other reports. " * 20
WALLS = {
    "soft 404": [
        main(
            "Page not found | Port News",
            "<h1>Oops!</h1><p>We cannot find the page you asked for. It may have moved.</p>",
        ),
        main("404", f"<h1>Not found</h1><p>{LONG}</p>"),
        main("Error 404 - Port News", f"<h1>Sorry</h1><p>{LONG}</p>"),
        main("Port News", "<h1>Port News</h1><p>The page you are looking for no longer exists.</p>"),
        main("港口新闻", f"<h1>页面不存在</h1><p>{'您访问的页面不存在，请返回首页继续浏览。' * 10}</p>"),
        main("Seite nicht gefunden – Hafen", f"<h1>Ups</h1><p>{'Bitte gehen Sie zur Startseite zurück. ' * 10}</p>"),
        main("お探しのページが見つかりません", "<h1>404</h1><p>トップページへ戻る</p>"),
    ],
    "bot wall": [
        main(
            "Just a moment...", "<h1>Checking your browser</h1><p>Please turn on JavaScript and cookies to go on.</p>"
        ),
        main("Access denied", f"<h1>Access denied</h1><p>{'Reference number 18. ' * 20}</p>"),
        main(
            "Port News",
            "<p>Making sure you're not a bot! This takes a few seconds, and a little of your processor.</p>",
        ),
        main("安全验证", f"<p>{'请完成验证后继续访问本网站。' * 8}</p>"),
    ],
    "sign-in wall": [
        main("Sign in", "<form><p>Sign in to go on to the document.</p><input type=password name=p></form>"),
        main("Port News", "<form><p>Your name and your word, please.</p><input type=password name=p></form>"),
        main(
            "Port News",
            f"<h1>Report</h1><p>Log in to continue reading this report. {'It is only for members. ' * 9}</p>",
        ),
        main("登录 - 港口", f"<p>{'请先登录后再查看全文。' * 9}</p>"),
    ],
    "script-only page": [
        "<title>App</title><noscript>Enable JavaScript.</noscript><div id=root></div><script src=/main.js></script>",
        "<title>App</title><body><div id=app>Loading…</div><script type=module src=/main.js></script>",
    ],
    "too little text": ["", "<p>x", main("Port News", "<h1>Reports</h1><p>Soon to come.</p>")],
}


@pytest.mark.parametrize(("kind", "body"), [(kind, body) for kind, bodies in WALLS.items() for body in bodies])
def test_pages_that_only_look_like_sources_are_named(kind, body):
    assert kind in reason_against(body)


def test_articles_about_such_pages_are_sources():
    about = 'Why "page not found" errors cost shops money'
    paragraphs = "".join(
        f"<p>Paragraph {number}: a page not found notice turns away buyers, as shop survey number {number} showed.</p>"
        for number in range(12)
    )
    assert "survey number 11" in read(main(about, f"<article><h1>{about}</h1>{paragraphs}</article>")).text
    encyclopaedia = "".join(
        f"<p>Sense {n} of the word: a login is a set of credentials for a system.</p>" for n in range(60)
    )
    assert "Sense 59" in read(main("Login - Encyclopaedia", f"<h1>Login</h1>{encyclopaedia}")).text


def test_a_login_box_beside_an_article_does_no_harm():
    box = "<header><form><input type=password></form></header>"
    assert TWO_SENTENCES[1] in read(article().replace("<body>", f"<body>{box}")).text
