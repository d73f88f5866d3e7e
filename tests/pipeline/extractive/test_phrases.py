from briefings.pipeline.extractive.phrases import phrases
from tests.pipeline.extractive.readings import passage

ENGLISH = [
    "Header compression saves bytes on every request.",
    "The cost of header compression is state in both endpoints.",
    "An encoder may refuse header compression altogether.",
    "Packet loss halves what a sender may send.",
    "Endpoints notice packet loss on each stream.",
]
CHINESE = ["首部压缩节省每个请求的字节。", "首部压缩的代价是两端的状态。", "编码器可以放弃首部压缩。"]


def found(texts: list[str], *headings: str, language: str = "en") -> dict[str, set[int]]:
    passages = [passage(text, number=place) for place, text in enumerate(texts)]
    return {phrase.text: set(phrase.members) for phrase in phrases(passages, headings, language)}


def test_what_several_sentences_speak_of_is_a_phrase_with_its_sentences():
    names = found(ENGLISH)
    assert names["header compression"] == {0, 1, 2}
    assert names["packet loss"] == {3, 4}


def test_pieces_of_names_verbs_and_questions_are_no_phrases():
    names = found([*ENGLISH, "What a sender may send is new.", "A new send is quickly made."])
    assert not {"header", "compression saves", "may send", "new send", "send is", "bytes on every"} & set(names)


def test_a_heading_of_the_sources_makes_a_phrase_better():
    passages = [passage(text, number=place) for place, text in enumerate(ENGLISH)]
    quality = {phrase.text: phrase.quality for phrase in phrases(passages, ["Packet loss"], "en")}
    assert quality["packet loss"] > quality["header compression"]


def test_a_verb_that_the_texts_use_as_a_noun_is_part_of_names():
    texts = [
        f"The merge driver {verb} both branches of the merge." for verb in ("joins", "requires", "receives", "replaces")
    ]
    assert "merge driver" in found(texts)


def test_chinese_phrases_are_whole_words():
    names = found(CHINESE, language="zh-Hans")
    assert names["首部压缩"] == {0, 1, 2}
    assert not {"部压", "首部压", "压缩的"} & set(names)


def test_a_single_word_needs_a_source_that_made_it_part_of_a_heading():
    texts = [f"The {part} of the valve is in the lock." for part in ("wheel", "spring", "handle", "shaft")]
    assert "valve" not in found(texts)
    assert found(texts, "Care of the valve")["valve"] == {0, 1, 2, 3}


def test_what_stands_in_angle_brackets_is_parted_from_the_name_before_it():
    texts = [f"The Valve<Flap> of lock {number} is made of steel." for number in range(4)]
    assert "Valve Flap" not in found(texts)
