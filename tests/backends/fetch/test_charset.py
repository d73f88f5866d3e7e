import pytest

from briefings.backends.fetch.charset import decode

CHINESE = "<p>潮汐电站在三月投入运行，区域电网在月底接收了第一批电力。成本下降了百分之九。</p>"
TRADITIONAL = "<p>潮汐電站在三月投入運行，區域電網在月底接收了第一批電力。</p>"
RARE = "<p>朱镕基和陶喆在深圳的堃记茶楼见面。</p>"
JAPANESE = "<p>潮力発電所は三月に稼働し、地域の送電網は月末に最初の電力を受け取った。</p>"
RUSSIAN = "<p>Стоимость снизилась на девять процентов за период.</p>"
FRENCH = "<p>Le coût a baissé de neuf pour cent, d’après l’opérateur – déjà.</p>"

ENCODED = [
    (CHINESE, "gb18030", "gb2312"),
    (RARE, "gb18030", "GB2312"),
    (CHINESE, "gb18030", "x-gbk"),
    (TRADITIONAL, "big5", "big5"),
    (JAPANESE, "shift_jis", "Shift_JIS"),
    (JAPANESE, "euc_jp", "euc-jp"),
    (RUSSIAN, "cp1251", "windows-1251"),
    (RUSSIAN, "koi8-r", "koi8-r"),
    (FRENCH, "cp1252", "iso-8859-1"),
    (FRENCH, "cp1252", "us-ascii"),
    (CHINESE, "utf-16-le", "utf-16le"),
    (CHINESE, "utf-8", "UTF-8"),
]


@pytest.mark.parametrize(("text", "encoding", "label"), ENCODED)
def test_the_server_is_believed_first(text, encoding, label):
    wrong = b'<meta charset="windows-1253">' if encoding != "utf-16-le" else b""
    assert decode(wrong + text.encode(encoding), label).endswith(text)


@pytest.mark.parametrize(("text", "encoding", "label"), [row for row in ENCODED if row[1] != "utf-16-le"])
@pytest.mark.parametrize(
    "own_word",
    [
        '<meta charset="{}">',
        "<META http-equiv=Content-Type content='text/html; charset={}'>",
        '<?xml version="1.0" encoding="{}"?>',
    ],
)
def test_then_the_page_itself(text, encoding, label, own_word):
    word = own_word.format(label)
    assert decode(word.encode() + text.encode(encoding)) == word + text


@pytest.mark.parametrize(("text", "encoding"), [row[:2] for row in ENCODED if row[1] != "utf-16-le" and row[0] != RARE])
@pytest.mark.parametrize("declared", ["", "utf-8", "unicode_escape", "zlib", "no-such-charset"])
def test_a_declaration_that_cannot_be_true_gives_way(text, encoding, declared):
    assert decode(text.encode(encoding), declared) == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_beats_every_declaration(encoding):
    assert decode(CHINESE.encode(encoding), "iso-8859-1") == CHINESE


def test_a_little_damage_does_not_discredit_a_declaration():
    body = (RUSSIAN * 20).encode("utf-8") + b"\xd0"
    assert decode(body, "utf-8") == RUSSIAN * 20 + "\ufffd"


def test_bytes_that_are_no_text_fail_nowhere():
    assert isinstance(decode(bytes(range(256)) * 20, "utf-8"), str)
    assert decode(b"") == ""
