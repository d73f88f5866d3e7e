"""Which characters of a page may be parted, and what stands for those that cannot be drawn."""

import re
from itertools import pairwise

import pytest

from briefings.rendering.typesetting import typeset

EVERYTHING = frozenset(map(chr, range(0x20, 0x10000)))


def parts(html: str) -> list[str]:
    """The pieces that the line breaker may not part, marked by brackets in the page."""
    return re.findall(r'<span class="keep">(.*?)</span>', typeset(html, EVERYTHING).html)


def breaks(text: str) -> list[str]:
    """`text` as the line breaker may part it: between two characters that are both outside a kept span."""
    page = typeset(f"<p>{text}</p>", EVERYTHING).html.removeprefix("<p>").removesuffix("</p>")
    free = [
        (character, not kept)
        for kept, run in (
            (bool(kept), kept or free) for kept, free in re.findall(r'<span class="keep">(.*?)</span>|([^<]+)', page)
        )
        for character in run
    ]
    pieces = [free[0][0]]
    for (_before, was_free), (character, is_free) in pairwise(free):
        if was_free and is_free:
            pieces.append(character)
        else:
            pieces[-1] += character
    return [piece.replace("\u00a0", " ") for piece in pieces]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("碳边境", ["碳", "边", "境"]),
        ("碳边境，调节", ["碳", "边境，", "调", "节"]),
        ("机制（碳关税）与", ["机", "制", "（碳关税）", "与"]),
        ("于CBAM是", ["于", "CBAM", "是"]),
        ("自 2026 年起", ["自 ", "2026 ", "年", "起"]),
        ("他说：“好！”再见", ["他说：", "“好！”", "再", "见"]),
        ("《关税与贸易总协定》", ["《关税", "与", "贸", "易", "总", "协定》"]),
        ("这一原则——很难", ["这", "一", "原", "则——", "很", "难"]),
    ],
)
def test_chinese_is_parted_where_it_may_be(text: str, pieces: list[str]):
    assert breaks(text) == pieces


def test_latin_beside_chinese_has_no_space_that_would_make_one_word_of_the_chinese():
    page = "<b>The Commission said so.</b><b>申报工作复杂。</b>"
    assert " " not in typeset(page, EVERYTHING, east_asian=True).html.replace("<span class", "")
    assert "The Commission said so." in typeset(page, EVERYTHING).html


def test_a_title_is_named_like_any_text():
    ready = typeset("<title>Tide ⚓ &amp; 😀</title>", frozenset(map(chr, range(0x20, 0x7F))))
    assert ready.html == "<title>Tide [ANCHOR] &amp; [GRINNING FACE]</title>"
    assert ready.named == {"⚓", "😀"}


def test_no_character_is_lost_between_clusters():
    text = "表1　三个港口\u2003的费用\u00a0（2025–2026）…… ¥5 x"
    assert "".join(breaks(text)) == re.sub(r"\s", " ", text)


def test_a_latin_word_inside_chinese_is_never_parted():
    pieces = breaks("中国的 steel industry 与欧盟的Carbon Border Adjustment Mechanism之间的关系仍有待进一步观察和研究")
    for word in ("steel", "industry", "Carbon", "Border", "Adjustment", "Mechanism"):
        assert any(word in piece for piece in pieces)


def test_latin_text_is_left_as_it_is():
    assert typeset("<p>Only words &amp; spaces.</p>", EVERYTHING).html == "<p>Only words &amp; spaces.</p>"


def test_a_citation_clings_to_what_it_follows():
    assert parts('<a href="#ref-12">[12]</a>') == ["[12"]


def test_a_very_long_word_inside_chinese_may_be_parted():
    assert parts(f"<p>见{'a' * 100}碳边境调节机制碳边境调节机制碳边境调节机制碳边境调节</p>") == []


def test_tags_styles_and_titles_are_left_alone():
    page = (
        '<title>碳，边 &amp; x</title><style>a > b { content: "，" }</style><pdf:pagenumber/>'
        '<br><p title="碳，边">x</p>'
    )
    assert typeset(page, EVERYTHING).html == page


def test_markup_in_a_text_stays_escaped():
    result = typeset("<p>&lt;img src=x&gt; &amp;lt; 碳边境&lt;b&gt;</p>", EVERYTHING)
    assert "<img" not in result.html
    assert "<b>" not in result.html


def test_missing_characters_are_named_and_counted():
    result = typeset("<p>a😀b\u200dc조😀</p>", frozenset("abc"))
    assert result.html == "<p>a[GRINNING FACE]bc[U+C870][GRINNING FACE]</p>"
    assert result.named == {"😀", "조"}
    assert "G" in result.characters
