import pytest

from briefings.pipeline.extractive.wellformed import is_usable


@pytest.mark.parametrize(
    "sentence",
    [
        "Copper is smelted in furnaces that are lined with bricks.",
        "HPACK header blocks contain the instructions of the encoder.",
        "The price rose to $40 a tonne, or 12 percent, in 1998.",
        "The tool reads the file /etc/furnace/ores at its start.",
        "“Blister copper” is the metal that leaves the converter.",
        "A furnace is a chamber that is lined with bricks.",
        "300 works sent their metal to the mint.",
    ],
)
def test_a_whole_statement_of_prose_is_usable(sentence):
    assert is_usable(sentence, "en")


@pytest.mark.parametrize(
    "sentence",
    [
        "Copper is smelted.",
        "copper is smelted in furnaces that are lined with bricks.",
        "Copper is smelted in furnaces that are lined with",
        "Copper is smelted in furnaces; is it not so?",
        "A list of furnaces for copper and for zinc.",
        "The furnace and " * 16 + "the lid are hot.",
        "The tool reads ore_list and runs smelt() on each.",
        "The tool takes -o FILE and --lining BRICK and nothing else.",
        "The ore is listed at https://example.org for all works.",
        "Write to smelter@example.org to order a furnace of your own.",
        "The furnace (which is lined with bricks is tapped daily.",
        "Note: the furnace is lined with bricks of clay.",
        "TIP Saving coke It can be useful to heat the blast.",
        "We line our furnaces with bricks of fire clay.",
        "I have lined the furnace with bricks of clay.",
        "Line the furnace with bricks of fire clay.",
        "Specifies the number of bricks that line the furnace.",
        "As a noun: the metal that leaves the furnace first.",
        "12 34 56 78 are 90 12 34 56 of 78 90.",
        "This document describes how furnaces are lined.",
        "As shown above, furnaces are lined with bricks.",
    ],
)
def test_fragments_code_commands_and_remarks_are_not(sentence):
    assert not is_usable(sentence, "en")


@pytest.mark.parametrize("sentence", ["铜在衬有耐火砖的熔炉中熔炼。", "HTTP/3 的每个请求使用一条独立的 QUIC 流。"])
def test_a_whole_chinese_sentence_is_usable(sentence):
    assert is_usable(sentence, "zh-Hans")


@pytest.mark.parametrize(
    "sentence",
    [
        "铜在熔炉中熔炼。",
        "铜在衬有耐火砖的熔炉中熔炼，",
        "为什么铜要在熔炉中熔炼呢？",
        "熔炉 铜在衬有耐火砖的熔炉中熔炼。",
        "查看先前关于熔炉的发行说明和图纸。",
        "我们在衬有耐火砖的熔炉中熔炼铜。",
        "dpkg 的用法 dpkg 是系统上处理软件包的指令。",
        "The furnace is lined with bricks 铜。",
        "铜在熔炉中熔炼" * 20 + "。",
    ],
)
def test_chinese_fragments_and_fused_titles_are_not(sentence):
    assert not is_usable(sentence, "zh-Hans")


def test_other_languages_are_judged_by_shape_alone():
    assert is_usable("Le cuivre est fondu dans des fours de briques.", "fr")
    assert not is_usable("le cuivre est fondu dans des fours de briques", "fr")
