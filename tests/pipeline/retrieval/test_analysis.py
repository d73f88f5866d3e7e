import pytest

from briefings.pipeline.retrieval.analysis import analyse
from briefings.pipeline.retrieval.topic import ASPECT, GENERAL, NAMED, SPECIFIC


def weights(text: str, *texts: str) -> dict[str, float]:
    return {keyword.word: keyword.weight for keyword in analyse(text, texts).keywords}


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("How does HTTP/3 differ from HTTP/2?", {"HTTP/3": NAMED, "HTTP/2": NAMED}),
        ("How does APT pick package types?", {"APT": NAMED, "pick": SPECIFIC, "package": SPECIFIC, "types": GENERAL}),
        ("The history of Byzantine coinage", {"Byzantine": NAMED, "coinage": SPECIFIC}),
        ("Best practices and challenges: an overview", {}),
        ("软件供应链安全", {"软件": GENERAL, "供应链": SPECIFIC, "安全": GENERAL}),
        ("HTTP/3 与 HTTP/2 有何不同", {"HTTP/3": NAMED, "HTTP/2": NAMED}),
        ("二型糖尿病的治疗", {"二型糖尿病": SPECIFIC, "治疗": GENERAL}),
    ],
)  # fmt: skip
def test_content_words_are_weighed_and_the_frame_weighs_nothing(topic, expected):
    assert weights(topic) == expected


def test_what_stands_before_of_or_after_in_is_an_aspect():
    factors = {group.keywords[0].word: group.factor for group in analyse("Treatment of diabetes in hospitals").groups}
    assert factors == {"Treatment": ASPECT, "diabetes": 1.0, "hospitals": ASPECT}


def test_a_topic_that_begins_with_in_is_no_setting():
    assert [group.factor for group in analyse("In defence of furnaces").groups] == [1.0, ASPECT]


def test_the_first_word_is_a_name_when_the_texts_write_it_so():
    texts = ["We forge with Vulcan, and Vulcan helps. Everybody likes Vulcan, since Vulcan is fast."]
    assert weights("Vulcan furnaces", *texts)["Vulcan"] == NAMED
    assert weights("Copper furnaces", "They melt copper and copper, then copper.")["Copper"] == SPECIFIC


def test_an_acronym_that_a_text_introduces_stands_for_its_words():
    topic = analyse("Software bill of materials", ["A software bill of materials, or SBOM, lists parts."])
    assert topic.touches({"sbom"})
    assert not analyse("Software bill of materials").touches({"sbom"})


def test_x_of_y_is_one_thing_where_the_texts_hardly_know_x_alone():
    text = "A bill of materials lists parts. Every bill of materials is dated. The bill of materials is kept."
    assert len(analyse("Bill of materials", [text]).groups) == 1
    assert len(analyse("Bill of materials", ["The bill is paid. A bill is due."]).groups) == 2


@pytest.mark.parametrize(
    ("topic", "compares"),
    [("Copper versus zinc", True), ("铜与锌的区别", True), ("How copper is smelted", False)],
)
def test_a_comparison_is_recognised(topic, compares):
    assert analyse(topic).compares is compares


def test_out_of_makes_no_aspect_of_what_stands_before():
    assert [group.factor for group in analyse("Keeping slag out of a furnace").groups] == [1.0, 1.0]


@pytest.mark.parametrize("topic", ["如何在 Vulcan 中设计电路板？", "如何在Vulcan中设计电路板？"])
def test_the_chinese_for_within_is_no_part_of_the_word_after_it(topic):
    assert weights(topic) == {"Vulcan": NAMED, "设计": GENERAL, "电路板": SPECIFIC}
    assert "中文字体" in weights("Vulcan 中文字体")


def test_a_family_stands_for_a_word_but_not_for_a_name():
    assert analyse("How ownership works").touches({"owner"})
    assert not analyse("How is Owner built today").touches({"ownership"})


def test_a_telling_word_before_of_is_what_is_asked_and_the_rest_its_scene():
    assert [group.factor for group in analyse("Depreciation of assets").groups] == [1.0, ASPECT]


def test_two_words_that_the_texts_write_as_one_are_found_so():
    group = analyse("How do huge pages work?", ["A hugepage saves memory."]).groups[0]
    assert all("hugepag" in keyword.synonyms for keyword in group.keywords)
    assert not any("hugepag" in keyword.synonyms for keyword in analyse("How do huge pages work?").groups[0].keywords)


def test_a_long_chinese_run_that_no_text_holds_is_taken_apart_as_the_texts_write_it():
    texts = ["磁盘分区的准备。准备好磁盘分区。磁盘分区要准备。"]
    assert [keyword.word for keyword in analyse("准备磁盘分区", texts).keywords] == ["准备", "磁盘分区"]
    assert [keyword.word for keyword in analyse("准备磁盘分区").keywords] == ["准备磁盘分区"]


def test_a_verb_with_its_particle_is_the_noun_where_the_texts_write_it():
    assert list(weights("How do I back up a furnace?", "A backup takes an hour.")) == ["backup", "furnace"]
    assert "spam" in weights("Keeping spam out of a server", "Spam is refused.")


def test_of_two_words_of_general_use_the_head_tells_where_nothing_else_does():
    assert weights("Database migrations") == {"Database": GENERAL, "migrations": SPECIFIC}
    assert weights("Database migrations of furnaces")["migrations"] == GENERAL


def test_an_acronym_may_leave_out_the_name_before_what_it_stands_for():
    for text in (
        'A new "Write-Ahead Log" option (hereafter referred to as "WAL") is there.',
        'An extra file is called a "Write Ahead Log" or "WAL File".',
    ):
        topic = analyse("How does Vulcan's write-ahead log work?", [text])
        assert topic.touches({"vulcan", "wal"})
        assert not topic.touches({"vulcan"})


def test_words_that_the_texts_write_as_one_with_hyphens_are_one_here_too():
    assert "up-to-date" in weights("How are Vulcan systems kept up to date?", "Keeping systems up-to-date is easy.")
    assert "up-to-date" not in weights("How are Vulcan systems kept up to date?", "The date of a system is kept.")


def test_what_something_shows_about_a_thing_asks_for_the_thing():
    assert set(weights("What does Vulcan show about leaks?")) == set(weights("What does Vulcan say about leaks?"))
    assert "show" in weights("How do I show hidden furnaces?")


def test_a_compound_that_holds_in_names_no_setting():
    topic = analyse("Point-in-time recovery", ["A point-in-time recovery takes hours."])
    assert [keyword.word for keyword in topic.keywords] == ["Point-in-time", "recovery"]
    assert topic.settings == ()
