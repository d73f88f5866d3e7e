import pytest

from briefings.backends.fetch.guard import Guard, port_of
from briefings.backends.wire.errors import UnknownHost
from briefings.domain.errors import FetchFailed

NAMES = {
    "public.example": ["93.184.216.34"],
    "xn--bcher-kva.example": ["93.184.216.34"],
    "six.example": ["2606:2800:220:1:248:1893:25c8:1946", "93.184.216.34"],
    "inner.example": ["10.1.2.3"],
    "mixed.example": ["93.184.216.34", "127.0.0.1"],
    "mapped.example": ["::ffff:10.0.0.1"],
    "metadata.google.internal": ["169.254.169.254"],
    "intranet.example": ["10.1.2.3"],
    "93.184.216.34": ["93.184.216.34"],
    "2606:2800:220:1:248:1893:25c8:1946": ["2606:2800:220:1:248:1893:25c8:1946"],
}


def look_up(host: str, port: int, timeout: float) -> list[str]:
    if host not in NAMES:
        raise UnknownHost(host)
    return NAMES[host]


def admit(address: str, *allow: str) -> list[str]:
    """The IP addresses to which a request for `address` may connect."""
    guard = Guard(allow, look_up=look_up)
    url = guard.check(address)
    return list(guard.resolve(url.raw_host.decode(), port_of(url), 1.0))


@pytest.mark.parametrize(
    "address",
    [
        "http://2130706433/",
        "http://0x7f.1/",
        "http://127.1/",
        "http://0/",
        "http://0.0.0.0:8000/",
        "http://[::]/",
        "http://[::1]/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[::169.254.169.254]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://[2002:a9fe:a9fe::]/",
        "http://[2001:0:a9fe:a9fe::]/",
        "http://[2001:db8::1]/",
        "http://[fd00:ec2::254]/",
        "http://[fe80::1%25eth0]/",
        "http://[fec0::1]/",
        "http://[ff02::1]/",
        "http://10.0.0.8/",
        "http://172.31.255.255/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://100.64.0.1/",
        "http://192.0.0.192/",
        "http://192.88.99.1/",
        "http://198.18.0.1/",
        "http://203.0.113.7/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://0177.0.0.1/",
        "http://127.0.0.1./",
        "http://1572395042/",
        "http://0x5db8d822/",
        "http://127。0。0。1/",
        "http://public.example@169.254.169.254/",
        "http://user:word@public.example/",
        "http://public.example\\@inner.example/",
        "http://inner.example/",
        "http://mixed.example/",
        "http://mapped.example/",
        "http://localhost./",
        "http://LOCALHOST/",
        "http://xn--/",
        "http://xn--a/",
        "http://XN--ZZZZZZZZZ.com/",
        "http://xn--11111.com/",
        "http://anything.localhost/",
        "http://metadata.google.internal/",
        "gopher://public.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//public.example/",
        "public.example/page",
        "http:///page",
        "http://",
        "",
        "https://public.example:22/",
        "https://public.example:0/",
        "https://public.example:99999/",
        "http://[broken/",
        "http://pub lic.example/",
        "http://pub%6cic.example/",
    ],
)
def test_refuses_what_is_not_the_public_web(address):
    with pytest.raises(FetchFailed) as refusal:
        admit(address)
    assert refusal.value.fault.code == "fetch.refused"
    assert refusal.value.permanent


@pytest.mark.parametrize(
    "address",
    [
        "https://public.example/",
        "HTTPS://PUBLIC.example./page",
        "https://public.example:443/",
        "https://bücher.example/straße?q=ü#teil",
        "http://93.184.216.34/",
        "http://[2606:2800:220:1:248:1893:25c8:1946]/",
        "https://six.example/",
    ],
)
def test_admits_the_public_web(address):
    assert admit(address)


@pytest.mark.parametrize(
    ("allow", "address"),
    [
        ("127.0.0.1", "http://localhost/"),
        ("127.0.0.1", "http://localhost:8123/"),
        ("localhost:8123", "http://localhost:8123/"),
        ("127.0.0.1:8123", "http://localhost:8123/"),
        ("10.0.0.0/8", "http://inner.example:9000/"),
        ("10.0.0.0/8:9000", "http://inner.example:9000/"),
        ("Intranet.Example:8080", "http://intranet.example:8080/"),
        ("intranet.example", "http://intranet.example/"),
        ("public.example:8443", "https://public.example:8443/report"),
        ("::ffff:10.0.0.1", "http://mapped.example/"),
        (" inner.example ", "http://inner.example/"),
    ],
)
def test_admits_what_the_operator_allows(allow, address):
    assert admit(address, allow, "")


@pytest.mark.parametrize(
    ("allow", "address"),
    [
        ("127.0.0.1:8123", "http://localhost:8124/"),
        ("10.0.0.0/8", "http://mixed.example/"),
        ("10.0.0.0/8", "http://metadata.google.internal/"),
        ("10.0.0.0/8:9000", "http://public.example:9000/"),
        ("intranet.example:8080", "http://intranet.example/"),
        ("intranet.example", "http://sub.intranet.example:8080/"),
        ("127.0.0.1", "http://127.1/"),
        ("127.0.0.1", "http://user@127.0.0.1/"),
        ("127.0.0.1", "ftp://127.0.0.1/"),
    ],
)
def test_allows_no_more_than_that(allow, address):
    with pytest.raises(FetchFailed) as refusal:
        admit(address, allow)
    assert refusal.value.fault.cause == "refused"


@pytest.mark.parametrize(
    "entry", ["10.0.0.1/8", "http://x.example/", "a b", "x.example:0", "x.example:70000", "127.1", "[::1", "*.example"]
)
def test_an_entry_that_allows_nothing_sensible_is_an_error(entry):
    with pytest.raises(ValueError, match=r"neither|no block|no valid port"):
        Guard([entry])


def test_a_name_is_looked_up_without_its_final_dot():
    asked = []

    def remember(host: str, port: int, timeout: float) -> list[str]:
        asked.append((host, port))
        return ["93.184.216.34"]

    guard = Guard(look_up=remember)
    assert guard.resolve("Public.Example.", 443, 1.0) == ["93.184.216.34"]
    assert asked == [("public.example", 443)]


def test_a_name_without_an_address_is_unknown():
    with pytest.raises(UnknownHost):
        Guard(look_up=lambda *_: []).resolve("empty.example", 80, 1.0)


def test_objections_need_no_name_service():
    guard = Guard(["127.0.0.1:8123"], look_up=look_up)
    assert guard.objection("https://never-looked-up.example/") is None
    assert guard.objection("http://127.0.0.1:8123/page") is None
    assert "not public (private)" in (guard.objection("http://10.0.0.8/intranet") or "")
    assert "only http and https" in (guard.objection("ftp://files.example/y") or "")


@pytest.mark.parametrize(
    "address", ["http://xn--/", "http://xn--a.example/", "http://[::1", "http://a\x00b/", "http://"]
)
def test_an_address_that_cannot_be_read_is_an_objection_and_no_accident(address):
    assert Guard().objection(address)
