from briefings.domain.evidence import Origin
from briefings.pipeline.extractive.material import read
from briefings.pipeline.extractive.relevance import Relevance, Scored
from briefings.pipeline.retrieval.analysis import analyse
from tests.pipeline.extractive.readings import source


def judged(topic: str, text: str, *, lenient: bool = False, **page) -> dict[str, Scored]:
    reading = read(source(text, **page))
    judge = Relevance(analyse(topic, [text]), [reading], lenient=lenient)
    return {item.passage.text: item for item in judge.judge(reading.passages)}


def test_a_sentence_that_does_not_touch_the_topic_is_left_out():
    text = "A barrage dams an estuary for power.\n\nThe wages of the builders rose in spring."
    assert list(judged("Tidal barrages", text)) == ["A barrage dams an estuary for power."]


def test_a_dependent_sentence_belongs_to_the_topic_of_its_antecedent():
    text = "A barrage dams an estuary for power. It turns the tide of the barrage into current."
    assert len(judged("Tidal barrages", text)) == 2


def test_everything_belongs_to_it_where_the_title_says_so_or_the_requester_gave_it():
    text = "The wages of the builders rose in spring."
    assert not judged("Tidal barrages", text)
    assert text in judged(
        "Tidal barrages", f"{text}\n\nA barrage dams an estuary for power.", title="Building tidal barrages"
    )
    assert judged("Tidal barrages", text, origin=Origin.SUPPLIED)
    assert judged("An overview", text)


def test_the_more_of_the_topic_a_sentence_holds_the_higher_it_scores():
    text = (
        "APT picks the version of a package by priority.\n\nAPT removes the files of things it knows.\n\n"
        "A package holds a version number of its own."
    )
    found = judged("How does APT pick package versions?", text)
    assert max(found, key=lambda text: found[text].score) == "APT picks the version of a package by priority."


def test_plain_statements_score_above_words_to_the_reader():
    text = "A barrage dams the estuary of a river.\n\nYou may dam an estuary with a barrage if you like."
    plain, address = judged("Tidal barrages", text).values()
    assert plain.clarity > address.clarity
    assert plain.score > address.score


def test_a_comparison_prefers_what_sets_its_sides_against_each_other():
    text = "HTTP/2 runs over TCP, whereas HTTP/3 runs over QUIC.\n\nFrames are carried by both HTTP/3 and HTTP/2 alike."
    contrast, both = judged("How does HTTP/3 differ from HTTP/2?", text).values()
    assert contrast.contrast > both.contrast > 0
    assert contrast.score > both.score


def test_a_sentence_in_a_text_about_the_topic_is_worth_more_than_a_stray_one():
    text = "A tidal barrage dams an estuary for power.\n\n" + "Wading birds eat mud in winter.\n\n" * 9
    values = [next(iter(judged("Tidal barrages", text, title=title).values())).score for title in ("Barrages", "Birds")]
    assert values[0] > values[1]


def test_a_definition_is_noticed():
    text = "A barrage is a dam across an estuary.\n\nFish can pass the barrage of the estuary."
    assert [item.defines for item in judged("Tidal barrages", text).values()] == [True, False]


def test_what_stands_under_the_question_as_its_heading_scores_higher():
    dams, turns = "A barrage dams the estuary of a river.", "A barrage turns the current of the sea."
    answer, other = (
        judged("What is a barrage?", f"## {heading}\n\n{dams}\n\n## Wages\n\n{turns}")[dams]
        for heading in ("What is a barrage?", "Barrage crews")
    )
    assert answer.answers
    assert not other.answers
    assert answer.score > other.score


def test_the_name_that_all_sources_are_about_lets_no_sentence_in():
    texts = [
        f"Brackle packs {thing} into boxes.\n\nBrackle prints {thing} in colour.\n\nBrackle counts {thing} at night."
        for thing in ("letters", "photographs", "records")
    ]
    texts[0] += "\n\nThe key is used to encrypt every box."
    readings = [read(source(text, number=number)) for number, text in enumerate(texts, 1)]
    judge = Relevance(analyse("How does Brackle encrypt boxes?", texts), readings)
    held = [item.passage.text for reading in readings for item in judge.judge(reading.passages)]
    assert "The key is used to encrypt every box." in held
    assert not any("prints" in text for text in held)


def test_a_sentence_that_begins_with_the_topic_scores_higher():
    subject, object_ = "A barrage turns the tide of the sea.", "Every tide of the sea turns near a barrage."
    held = judged("Barrage", f"{subject}\n\n{object_}")
    assert held[subject].score > held[object_].score
