import pytest

from briefings.pipeline.extractive.boilerplate import is_boilerplate


@pytest.mark.parametrize(
    "sentence",
    [
        "We use cookies to improve your experience of this site.",
        "Permission is granted to copy, distribute and modify this text.",
        "Copyright 2026 by the makers of furnaces, all rights reserved.",
        "Please report any bugs to the list of the maintainers.",
        "Comments on the furnaces are always welcome at the office.",
        "The page was last modified on 3 May 2026 at 12:00 by the office.",
        "This chapter describes how furnaces are lined with bricks.",
        "The manual contains an index of all furnaces known to us.",
        "The furnace was drawn and its text written by Ada Smith Jones.",
        "Subscribe to our newsletter to hear of new furnaces first.",
        "The Furnace Foundation is a non-profit corporation.",
        "Further options are explained in the manual page of the tool.",
        "The Furnace Guide is a practical guide to smelting.",
        "The Linings section in the Furnace Guide discusses bricks and clay.",
        "Linings walks through setting up a furnace of clay.",
        "Linings And Lids lists some lids and their makers.",
        "Linings and Lids covers several topics for owners of furnaces.",
        "Getting Started covers various requirements for the works.",
        "Basic Furnace Repair provides some tips on how to mend a lid.",
        "Names of ores are set in italics and numbers in bold.",
        "Each version of the License is given a number of its own.",
        "A site that publishes copyrightable works may republish those under CC-BY-SA.",
        "本文介绍了熔炉的历史和现状。",
        "点击这里可以下载熔炉的图纸。",
        "未经许可不得转载熔炉的图纸。",
    ],
)
def test_what_belongs_to_the_page_is_boilerplate(sentence):
    assert is_boilerplate(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "A browser sends the cookies of a host with every request to it.",
        "The licence of the works allows ten tonnes a day.",
        "Readers of a database do not block its writers.",
        "Parliament covers the costs of works that close.",
        "The United Works covers its furnaces in winter.",
        "Annex III lists the furnaces that need a permit.",
        "The guide rail of the furnace holds its lid in place.",
        "Documents are stored in the order in which they arrive.",
        "熔炉的作用是把矿石熔化成金属。",
    ],
)
def test_what_belongs_to_the_subject_is_not(sentence):
    assert not is_boilerplate(sentence)
