import pytest
from django.test import RequestFactory

from briefings.views.address import counted_address

DIRECT = [
    ("192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("fe80::1%eth0", "fe80::/64"),
    ("::1", "::/64"),
    ("", "unknown"),
    ("unix:", "unknown"),
]


def counted(remote: str, **headers: str) -> str:
    return counted_address(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers))


@pytest.mark.parametrize(("remote", "counts_as"), DIRECT)
def test_an_address_counts_as_itself_or_as_the_network_of_its_subscriber(remote: str, counts_as: str):
    assert counted(remote) == counts_as


def test_nobody_without_a_trusted_proxy_chooses_his_address():
    assert counted("192.0.2.7", x_forwarded_for="203.0.113.9") == "192.0.2.7"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counts_as"),
    [
        (1, "198.51.100.4", "198.51.100.4"),
        (1, "203.0.113.9, 198.51.100.4", "198.51.100.4"),  # the first one is what the client claims
        (1, "203.0.113.9,198.51.100.4", "198.51.100.4"),
        (2, "203.0.113.9, 198.51.100.4, 10.0.0.2", "198.51.100.4"),
        (2, "198.51.100.4, 10.0.0.2", "198.51.100.4"),
        (2, "10.0.0.2", "10.0.0.2"),  # somebody inside, who called the second proxy himself
        (1, "", "10.0.0.1"),
        (1, " , ", "10.0.0.1"),
        (1, "198.51.100.4:51234", "198.51.100.4"),
        (1, "[2001:db8:1:2::7]:51234", "2001:db8:1:2::/64"),
        (1, "[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        (1, "2001:db8:1:2::7", "2001:db8:1:2::/64"),
        (1, "unknown", "unknown"),
        (1, "_hidden", "unknown"),
        (1, "x" * 5000, "unknown"),
    ],
)
def test_behind_proxies_counts_what_the_outermost_trusted_one_saw(
    settings, proxies: int, forwarded: str, counts_as: str
):
    settings.KYLE_TRUSTED_PROXIES = proxies
    assert counted("10.0.0.1", x_forwarded_for=forwarded) == counts_as
