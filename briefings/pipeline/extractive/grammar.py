"""What code can tell of English grammar without a parser: has a sentence a finite verb, and does it command?"""

import re
from collections.abc import Iterator, Sequence

from briefings.pipeline.retrieval.vocabulary import is_function_word

_FINITE = frozenset(
    """
    is are was were am has have had does do did can could may might must shall should will would cannot can't
    isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't couldn't shouldn't
    it's that's there's they're became began came chose fell found gave gets got grew held kept knew led left
    lay lies lost made meant met paid ran rose said saw sent spoke spent stood took taught thought told went won
    wrote arose bore broke brought built drew drove felt fought forbade forbids foresees forgot overcame
    overtook sought sold undertook understood withdrew
    """.split()
)

# Verbs whose plain and third-person forms are hardly ever nouns.
_VERBS = """
    accept accommodate accompany accomplish achieve acknowledge acquire adapt add address adhere adjust admit
    adopt advise affect agree aim allocate allow alter announce appear apply appoint approach approve argue
    arise arrange ask assemble assert assess assign assist assume attach attain attend attract authenticate
    authorise authorize avoid await become begin behave believe belong bind block borrow bring broaden build
    calculate call carry cease choose circumvent cite claim clarify classify collect combine come commit
    communicate compare compete compile complete comply comprise compute conceal conclude condemn configure
    confirm confuse connect consider consist constitute constrain construct consult consume contain continue
    contribute convert convey cooperate cope correspond cover create decide declare decline decode decrease
    dedicate deduct define delegate delete deliver demand demonstrate denote deny depend deploy derive describe
    deserve designate detect determine develop devise differ diminish disable disappear discard disclose
    discover discuss display dispose distinguish distribute divide download duplicate elect eliminate embed
    embody emerge emit emphasise emphasize employ enable encapsulate encode encounter encourage encrypt enforce
    enhance enlarge ensure entail enter enumerate equip establish evaluate evolve examine exceed exchange
    exclude execute exempt exhaust exist expand expect expire explain exploit explore expose express extend
    extract facilitate fail favour fix follow force forward fulfil fulfill function gather generate give go
    govern grant grow guarantee guide handle happen help hide identify ignore illustrate imagine implement imply
    impose improve include incorporate increase indicate infer inform inherit inhibit initiate insert inspect
    install instruct insulate integrate intend interact interfere interpret introduce invalidate invent invoke
    involve isolate join justify keep know lack lead learn let limit listen live locate look lose maintain make
    manage manipulate match meet merge migrate minimise minimize mitigate modify monitor move multiply need
    negotiate notify obey observe obtain occupy occur offer omit open operate oppose organise organize originate
    overlap override overwrite owe own participate pay perform permit persist possess postpone precede preclude
    predict prefer prepare prescribe present preserve presume prevent proceed produce prohibit promise promote
    propagate propose protect prove provide publish pursue put quantify raise reach react read realise realize
    reason receive recognise recognize recommend reconcile record recover redirect reduce refer reflect refuse
    regard regulate reject relate rely remain remember remove render repeat replace replicate represent require
    resemble reside resist resolve respect respond restore restrict resume retain retrieve reveal revoke rewrite
    run satisfy save say schedule secure see seek seem select send separate serve settle share shift simplify
    solve speak specify split start stem stipulate stop store strengthen stress submit subscribe substitute
    succeed suffer suffice suggest supersede supply support suppress surpass survive suspend sustain switch take
    target teach tell tend terminate think tie tolerate transfer transform translate transmit transport traverse
    treat trigger try turn uncover undergo underlie understand undertake unpack update upgrade urge use utilise
    utilize validate vanish vary verify violate wait want warn watch weaken weigh withdraw work wrap write yield
    """.split()

# Verbs that are as often nouns: their -s form counts only before an object or adverb.
_AMBIGUOUS = """
    access account act amount answer attack attempt back balance benefit break cache call cause challenge change
    charge check claim close comment compromise conflict contact contract control copy correct cost count cross
    cut damage date debate decrease default demand design detail document draft drop edit effect end escape
    estimate experience export fall feature fetch file fill finance find focus form format fund gain group guard
    hash hold host impact import index influence input interest issue judge lay leave level license link list
    load lock log map mark mask matter mean measure mention mirror model mount move name note number object
    order output package parse part pass patch pin place plan point poll press print process program progress
    project pull push query quote range rank rate register release report request research reserve reset rest
    result return review reward ride rise risk roll route rule sample scale scan scope score search set shape
    show sign signal size sound source space stage stand state step stream structure study subject surface
    surround task test time touch trace track trade trail transaction trust type value version view visit volume
    vote wake walk weight win wish
    """.split()

_OBJECT_START = frozenset(
    """
    a an the its their his her to any all no each every more most up out only both one two three four five six
    seven eight nine ten many several some other another how what whether that which when where than as into
    over under between through
    """.split()
)
_COMMAND_ONLY = re.compile(
    r"^(?:Please|Don't|Do not|Never|Always|Let['’]?s?|How\s+to|Why|Be|Make sure|Note|Remember|Recall|Consider|Suppose|"
    r"Imagine|Assume|Try|Click|Press|Type|Enter|Choose|Select|Keep in mind|Beware|Go to|Go ahead|Ensure|Take a look|"
    r"Have a look|Look at|Read|Refer|Consult|Compare|Say|Given|Feel free|Ask|Thanks?|Hope|Enjoy|Wait|Now)\b"
)
# Verbs that open a sentence as its subject about as often as they open a command.
_SUBJECTS = frozenset(
    """
    address approach claim desire display exchange favour function guarantee increase decrease lack need offer
    present promise record respect supply support trigger work list shift share stress supply urge end talk
    """.split()
)
_AFTER_COMMAND = frozenset(
    """
    the a an your this these that those it them any all each both only more no one two yourself if when up out
    off into to for with from as at in only whatever which what how
    """.split()
)
_SETTING = re.compile(
    r"^(?:For|To|If|When|In|With|After|Before|Once|On|At|As|Unless|Where|While|Under|By)\b[^,.;]*,\s+"
)
_ARTICLES = frozenset("the a an your".split())
_NO_COMMAND = (
    "ing",
    "ly",
    "ed",
    "given",
    "regardless",
    "contrary",
    "prior",
    "not",
    "only",
    "even",
    "just",
    "both",
    "all",
    "half",
    "such",
)
_DETERMINERS = frozenset("a an the its their his her all no each every both any".split())
_SUBORDINATORS = frozenset("if when which that who whose because while where unless although whether whenever".split())
_ALWAYS_COMMANDS = frozenset("show fetch print drop skip pass mark place".split())
_PREPOSITIONS = frozenset("by in for with to from on as at of into under within using through".split())
_BEFORE_DETERMINER = re.compile(r"^\w+\s+\w+\s+(?:a|an|the|its|their|your|all|no|each|every|any)\b")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def has_finite_verb(sentence: str) -> bool:
    """Whether `sentence`, in English, is built around a finite verb, as far as its words show.

    A subordinate clause before the first finite verb has one of its own.
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    finite = [place for place, isfinite in enumerate(_finite(words)) if isfinite]
    if not finite:
        return False
    return len(finite) > sum(word in _SUBORDINATORS for word in words[: finite[0]])


def _finite(words: Sequence[str]) -> Iterator[bool]:
    following = [*words[1:], ""]
    yield from (
        word in _FINITE
        or _third_person(word, after)
        or _past(before, word, after)
        or _plural_verb(before, word, after)
        or _takes_object(before, word, after)
        for before, word, after in zip(["", *words], words, following, strict=False)
    )


_FEWEST_WORDS = 2
_LINKS = frozenset("it you they we he she i that which who whose".split())


def is_command(sentence: str) -> bool:
    """Whether `sentence`, in English, tells its reader to do something, at once or after an introductory clause."""
    if _COMMAND_ONLY.match(sentence):
        return True
    clause = _SETTING.match(sentence)
    return _commands(sentence) or bool(clause and _commands(sentence[clause.end() :]))


def lacks_subject(sentence: str) -> bool:
    """Whether `sentence`, in English, begins with its verb ("Specifies the …"), as entries of manuals do."""
    clause = _SETTING.match(sentence)
    return _begins_with_verb(sentence) or bool(clause and _begins_with_verb(sentence[clause.end() :]))


def is_noun_phrase(sentence: str) -> bool:
    """Whether `sentence`, in English, begins with "A" or "An" and has no verb for it outside of relative clauses, as
    entries of manuals do ("A list of ores that …")."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    if not words or words[0] not in ("a", "an"):
        return False
    verbs = sum(_certainly_finite(word, after) for word, after in zip(words, [*words[1:], ""], strict=True))
    return verbs <= sum(word in ("that", "which", "who", "whose") for word in words[1:]) and not _finite_main(words)


def is_gerund(sentence: str) -> bool:
    """Whether `sentence`, in English, is but a doing ("Melting all the ores that it needs"), with no verb for it."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    if len(words) < _FEWEST_WORDS or not words[0].endswith("ing") or words[1] not in _OBJECT_START:
        return False
    followed = zip(words, words[1:], [*words[2:], ""], strict=False)
    return not any(_certainly_finite(word, after) for before, word, after in followed if before not in _LINKS)


def _finite_main(words: Sequence[str]) -> bool:
    """Whether a verb stands before the first relative clause."""
    relative = next(
        (place for place, word in enumerate(words) if word in ("that", "which", "who", "whose")), len(words)
    )
    return any(_certainly_finite(words[place], words[place + 1]) for place in range(1, min(relative, len(words) - 1)))


def _certainly_finite(word: str, after: str) -> bool:
    past = (word in _PAST or word.endswith("ed")) and after in _DETERMINERS
    return word in _FINITE or past or _third_person(word, after) or (word.endswith("s") and after in _DETERMINERS)


def _begins_with_verb(clause: str) -> bool:
    words = [word.lower() for word in _WORD.findall(clause)[:2]]
    return len(words) == 2 and (words[0] in _THIRD or (words[0] in _AMBIGUOUS_THIRD and words[1] in _OBJECT_START))


def starts_finite(clause: str) -> bool:
    """Whether `clause`, in English, begins with a finite verb, as what follows a subject does."""
    first = _WORD.match(clause)
    word = first.group().lower() if first else ""
    return word in _FINITE or word in _THIRD or word in _AMBIGUOUS_THIRD


def _commands(clause: str) -> bool:
    words = [word.lower().removeprefix("re-") for word in _WORD.findall(clause)[:2]]
    if len(words) < 2:
        return False
    if words[1] in _ARTICLES and not is_function_word(words[0]) and not words[0].endswith(_NO_COMMAND):
        return True
    if words[0] not in _BASE:
        return words[0].endswith("ly") and words[1] in _BASE and bool(_BEFORE_DETERMINER.match(clause))
    if words[0] not in _PLAIN - _SUBJECTS and words[1] in _PREPOSITIONS:
        return False
    if words[0] in _ALWAYS_COMMANDS and words[1] not in _PREPOSITIONS and words[1] not in _FINITE:
        return True
    return (
        words[1] in _AFTER_COMMAND
        or words[1] in _PAST
        or (words[0] in _PLAIN and words[0] not in _SUBJECTS and words[1] not in _FINITE)
    )


def _third_person(word: str, after: str) -> bool:
    return word in _THIRD or (word in _AMBIGUOUS_THIRD and (after in _OBJECT_START or after.isdigit()))


def _past(before: str, word: str, after: str) -> bool:
    # "Debian released it" is a past tense, "released by" and "the released" hold participles.
    subject = bool(before) and not is_function_word(before) and before not in _BASE
    return subject and word in _PAST and bool(after) and after not in _PREPOSITIONS


def _plural_verb(before: str, word: str, after: str) -> bool:
    subject = before.endswith("s") or before in ("they", "we", "you", "i", "that", "which", "who", "people", "data")
    if word in _PLAIN and word not in _SUBJECTS:
        return subject
    return subject and word in _BASE and after in _OBJECT_START


def _takes_object(before: str, word: str, after: str) -> bool:
    """Whether a word that is in no list acts like a verb: "barrage *dams an* estuary", "mint *minted its* coins"."""
    if not before or is_function_word(before) or before in _BASE or after not in _DETERMINERS:
        return False
    return word.endswith("ed") or (word.endswith("s") and not word.endswith(("ss", "us", "is")) and before[-1] != "s")


def _with_s(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _with_ed(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "ed"


_PLAIN = frozenset(_VERBS)
_AMBIGUOUS_PLAIN = frozenset(_AMBIGUOUS)
_BASE = _PLAIN | _AMBIGUOUS_PLAIN
_THIRD = frozenset(map(_with_s, _VERBS))
_AMBIGUOUS_THIRD = frozenset(map(_with_s, _AMBIGUOUS))
_PAST = frozenset(map(_with_ed, _BASE))
