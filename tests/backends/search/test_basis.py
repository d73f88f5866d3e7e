import pytest

from briefings.backends.search.basis import basis
from briefings.domain.evidence import Basis


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        (None, []),
        ("a line of text", []),
        ({"title": "Not in a list"}, []),
        ([{"title": "RFC 9114", "url": "https://rfc.example/9114"}], [("RFC 9114", "https://rfc.example/9114")]),
        ([{"title": "A printed book"}], [("A printed book", "")]),
        ([{"url": "https://rfc.example/"}], [("https://rfc.example/", "https://rfc.example/")]),
        (["A title alone", 2023], [("A title alone", ""), ("2023", "")]),
        ([{}, None, {"title": " ", "url": None}, {"author": "nobody"}], []),
        ([{"title": "Over\ntwo  lines", "url": " https://a.example "}], [("Over two lines", "https://a.example")]),
    ],
)
def test_what_a_note_names_as_its_basis(sources, found):
    assert basis({"sources": sources}) == tuple(Basis(title=title, url=url) for title, url in found)


def test_a_note_that_names_none():
    assert basis({}) == ()
