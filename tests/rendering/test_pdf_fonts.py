"""The fonts that are made for a document."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from briefings.rendering.pdf_fonts import drawable, folder_for


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fonts")


def test_both_weights_hold_the_characters_and_are_told_apart_by_name(cache: Path):
    folder = folder_for("碳边境", cache, east_asian=True)
    regular, bold = TTFont(folder / "regular.ttf"), TTFont(folder / "bold.ttf")
    for font in (regular, bold):
        assert {ord(character) for character in "碳边境 aäбλệ’"} <= set(font.getBestCmap())
        assert "fvar" not in font
    names = [font["name"].getDebugName(6) for font in (regular, bold)]
    assert len(set(names)) == 2
    assert all(folder.name in name and len(name) <= 63 for name in names)


def test_european_documents_share_one_folder_and_others_have_their_own(cache: Path):
    latin = folder_for("abc", cache, east_asian=False)
    assert folder_for("Ελλάδα, Đà Nẵng, Харків", cache, east_asian=False) == latin
    assert folder_for("碳", cache, east_asian=False) != latin


def test_wide_signs_are_left_to_the_narrow_font_outside_chinese(cache: Path):
    narrow = TTFont(folder_for("abc", cache, east_asian=False) / "regular.ttf").getBestCmap()
    assert not {ord(sign) for sign in "“”‘’…·×±"} & set(narrow)
    assert {ord(letter) for letter in "αЖé"} <= set(narrow)


def test_fonts_are_made_once(cache: Path):
    first = folder_for("碳边", cache, east_asian=True) / "regular.ttf"
    made = first.stat().st_mtime_ns
    assert folder_for("边碳", cache, east_asian=True) / "regular.ttf" == first
    assert first.stat().st_mtime_ns == made
    assert {path.name for path in first.parent.iterdir()} == {"regular.ttf", "bold.ttf"}


def test_a_font_that_was_swept_away_is_made_again(cache: Path):
    bold = folder_for("碳边", cache, east_asian=True) / "bold.ttf"
    bold.unlink()
    assert folder_for("碳边", cache, east_asian=True) == bold.parent
    assert bold.exists()


def test_what_can_be_drawn_is_known():
    assert all(character in drawable() for character in "aЖλ碳邊げ₽€مệ")
    assert not any(character in drawable() for character in "조😀שּ")
