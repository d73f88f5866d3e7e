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
        "The smelt(8) server turns ore into blister copper.",
        "The type Ore<T> and its kin Cell<Ore<Metal>> can hold one thing.",
        "The works set ore_limit below the value of coke_limit here.",
        "A call to cast() fills the mould with copper at once.",
        "smelt-cast creates moulds of both kinds as they are needed.",
        "smelt(8) turns ore into blister copper by day and night.",
    ],
)
def test_a_whole_statement_of_prose_is_usable(sentence):
    assert is_usable(sentence, "en")


@pytest.mark.parametrize(
    "sentence",
    [
        "Only applies if the furnace is lined with bricks.",
        "Does the same as the other furnace of the works.",
        "Returns either the ore or the coke of the day.",
        "If value is low, the furnace gets no more coke.",
        "Sent if the furnace went out, but will be lit again.",
        "Used to line the furnace with bricks of fire clay.",
        "The number of bricks to consider in the lining of a furnace.",
        "Melting all the ores that it needs for the day.",
        "Don’t open the lid of the furnace by day.",
        "If omitted, the furnace is lit without any coke.",
        "If yes, the furnace is lit again before the tapping.",
        "All parameters are optional and may be set before the tapping.",
        "Rolls back the furnace to where it stood before.",
        "Default time in hours before a lid should be opened.",
        "Return nothing if the furnace is out, or raise the lid.",
        "Using a 'Falun' lid, where the crew taps the furnace by hand.",
        "The lid has been removed except for ' 'furnaces of the old kind.",
        "Only the lower furnace of the works has a __lid__ of iron.",
        "The value of the lid is kept in furnace.id for a day.",
    ],
)
def test_an_entry_of_a_manual_is_no_sentence_of_its_own(sentence):
    assert not is_usable(sentence, "en")


@pytest.mark.parametrize(
    "sentence",
    [
        "Used by itself, the furnace takes an hour to melt the ore.",
        "The number of bricks in the lining of a furnace is known.",
        "Melting all the ores of a day takes the furnace an hour.",
    ],
)
def test_what_begins_like_an_entry_and_goes_on_is_a_sentence(sentence):
    assert is_usable(sentence, "en")


@pytest.mark.parametrize("end", ["available in", "described at", "found on", "also documented in"])
def test_a_sentence_that_has_lost_its_link_is_not(end):
    assert not is_usable(f"More on the linings of furnaces is {end}.", "en")
    assert is_usable(f"More on the linings of furnaces is {end} a book.", "en")


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
        "The tool sets ore_limit, coke_limit and slag_limit for all.",
        "The tool calls cast() and then pour() on each mould.",
        'The tool runs cast("copper") for each of the moulds.',
        "The furnace takes several kinds of ore, e.g.",
        "re-lined furnaces and moulds are used by day and night.",
        "The tool takes -o FILE and --lining BRICK and nothing else.",
        "The ore is listed at https://example.org for all works.",
        "A list of ores and metals that leave the converter by day.",
        "When set to a number of bricks, lines the furnace with them.",
        "There are two major kinds of furnaces that melt the ore.",
        "To line the furnace, a series of steps must be followed.",
        "The furnace of node1 sends its metal to the mint.",
        "The scope in which the variable s is valid ends here now.",
        "The lid is opened when s goes out of the furnace.",
        "For theSMELT_LINING the makers of furnaces use bricks of clay.",
        "The works support three ways to line a furnace.",
        "Slowly pour the metal into the moulds of the mint.",
        "Lining¶ The furnace is lined with bricks of clay.",
        f"The furnace takes {'ore' * 300} and coke in layers.",
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
        "熔炉（冷）：工厂希望它被预热后再使用。",
        "最小间隔时间： 熔炉两次预热之间要等待一个小时。",
        "包含除铜以外的所有金属的炉渣和矿石。",
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


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How many times casting can fail for a founder before the bronze is spoilt for good.", "en"),
        ("Allowed values are sand to cast the bronze in sand, or clay to cast it in clay.", "en"),
        ("铸造完成之后，请耐心等待青铜冷却再打开模具。", "zh-Hans"),
        ("一些帮助工匠完成困难铸造工作的策略。", "zh-Hans"),
    ],
)
def test_entries_of_a_manual_and_words_to_the_reader_are_not_usable(text, language):
    assert not is_usable(text, language)
