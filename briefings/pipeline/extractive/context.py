"""Ties of a sentence to the one before it: words that need an antecedent, and words that continue an argument."""

import re
from collections.abc import Set

from briefings.pipeline.extractive.grammar import starts_finite
from briefings.pipeline.retrieval.tokens import terms


def _any_of(phrases: str) -> str:
    """A pattern for any of `phrases`, given one a line; spaces match any white space."""
    return "|".join(" ".join(line.split()).replace(" ", r"\s+") for line in phrases.strip().splitlines())


_PRONOUNS = _any_of(
    """
    (?:This|That|These|It|Its|He|His|She|Her|They|Their|Them|Such|Both|Neither|Either|Another|Others?|Similar|Said)
    Those(?! who| that| which)
    The (?:term|word|latter|former|same|others?|above|second|third|fourth|fifth|first|last|next|previous)
    The (?:resulting|corresponding)
    The (?:following|two|three|four|idea|reason|problem|trick|point|answer|solution|question|result|only|remaining)
    The (?:difference|distinction|catch|downside|drawback|advantage|disadvantage|goal|aim|purpose|effect|rest)
    The (?:exception|authors?)
    One (?:such|note|of (?:these|those|them)|reason|solution|way|exception|example|advantage|problem)
    (?:Some|Many|Most|Each|None|Any) of (?:these|those|them)
    All (?:of )?(?:these|those|this|that|other)
    (?:Any|No) other
    (?:In|At|By|For|From|On|With|Under|After|Before|During|Since|Through|Via|To) (?:this|that|these|those|such)
    (?:In|At|By|For|From|On|With|Under|After|Before|During|Since|Through|Via|To) (?:it|them|which|both)
    (?:Because of|Due to|Unlike|Like|Despite|Without|Using|As|Along with) (?:this|that|these|those|such|it|them|which)
    (?:If|When|While|Once|Because|Although|Unless|As|Where|Whether|Until) (?:this|that|it|they|these|he|she)
    (?:All|Some|Most|Many|None|Each|Any) (?:are|is|were|was|have|has|can|do|must|will|use|need)
    (?:All|Some|Most|Many) (?:provide|allow|support|offer|require|come|take)
    There (?:is|are) (?:also |still |yet )?(?:another|other|further|more)
    Even more
    (?:If|When) the same
    [A-Z][a-z]+ing (?:it|them|this|that|these|those|so)
    There is nothing
    (?:With|Without|Using) the (?:flag|option|parameter|setting|argument|switch)
    The (?:value|setting) of [0-9]+
    A (?:value|setting) of
    (?:Below|Above|Beyond|Within|Between) (?:this|that|these|those|them)
    Even (?:though|if) (?:this|that|it|they|these|he|she)
    (?:If|When|Once) (?:you|so|not|none|neither|done|any of these)
    """
)
_CONNECTIVES = _any_of(
    """
    However|Therefore|Thus|Hence|Moreover|Furthermore|Nevertheless|Nonetheless|Consequently|Accordingly|Additionally
    Similarly|Likewise|Conversely|Instead|Otherwise|Meanwhile|Also|Besides|Still|Yet|But|And|Or|So|Nor|Then|Here|Again
    Finally|First(?:ly)?|Second(?:ly)?|Third(?:ly)?|Fourth(?:ly)?|Fifth(?:ly)?|Sixth|Lastly|Next|Afterwards?|Later|Subsequently|Overall|Specifically
    Alternativel+y|Regardless|Rather|Fortunately|Unfortunately|Interestingly|Surprisingly|Obviously|Clearly|Certainly
    Indeed|Actually|Basically|Apparently|Naturally|Of course|Worse
    Better|Now|Too|Hopefully|Ideally|Luckily|Note|Though|Thereafter|Failing (?:this|that|which)|Other than|Together with
    Notice
    More (?:precisely|generally|specifically|importantly)|Most importantly|Apart from|Aside from|Up to|So far
    In (?:addition|contrast|fact|other words|particular|general|short|summary|conclusion|practice|turn|essence)
    In (?:that|this|either|both|some|many|most|such (?:a )?) ?cases?
    In (?:a|the) (?:similar|same) (?:way|fashion|manner|vein)|Any (?:options?|arguments?|values?) supplied
    The one (?:case|exception|place|thing|situation)
    In the (?:latter|former|same|end|past|meantime|first|second|above|other|following)
    As (?:a (?:result|consequence|rule|side|matter)|an (?:example|alternative|aside))
    As (?:such|well|usual|always|before|you|we|already|previously|one)
    As (?:mentioned|noted|explained|described|discussed|shown)
    For (?:example|instance|that|this|the same|comparison|simplicity)
    On the (?:other|one|contrary)|By (?:contrast|comparison|the way|extension|doing)|At the same|At (?:first|last|least)
    At that (?:time|point)|After (?:all|that|this)|Even (?:so|then|worse)|That (?:is|said|way|means)|What is more
    To (?:do|achieve|avoid|solve|address|accomplish|prevent|fix|remedy|overcome|make) (?:this|that|so|these|it)
    (?:Until|Since) (?:now|then)
    (?:Yes|No|Well|Sure|Right|True)(?=[,.])
    """
)
_DEPENDENT = re.compile(rf"^[\"'“‘(]*(?:{_PRONOUNS}|{_CONNECTIVES})\b")
_FREQUENCY = re.compile(r"^(?:Sometimes|Usually|Typically|Normally|Generally|Often)\b")
# "It is possible to …": a subject that stands for what follows.
_IMPERSONAL = re.compile(
    r"^It\s+(?:is|was|remains|has\s+been|seems|appears|would\s+be|can\s+be|may\s+be)\s+"
    r"(?:not\s+|also\s+|still\s+|often\s+|usually\s+|currently\s+|yet\s+)*"
    r"(?:open|clear|hard|easy|wise|worth|common|said|un\w+|believed|expected|recommended|suggested|estimated|assumed|argued|"
    r"hoped|feared|required|agreed|considered|advised|thought|planned|"
    r"\w+(?:able|ible|ant|ent|ful|al|ic|ive|ous|ear|own|ary|ult))\s+(?:that|whether|how|why|when|to|for|if|which|what)\b"
)
_BACKWARD = re.compile(
    r"\bsuch\s+(?:problems|issues|situations|cases|effects|attacks|errors)\.$|"
    r",\s+(?:however|therefore|thus|hence|for\s+example|for\s+instance|in\s+turn|too|though|in\s+contrast|"
    r"on\s+the\s+other\s+hand|instead|consequently|similarly)\s*[,.]|"
    r"\b(?:is|are|was|were|will|can|has|have|must|may|does|do)\s+(?:thus|therefore|hence|then|instead)\b|"
    r"\b(?:thus|therefore|then)\s+\w+s\b|\b(?:too|instead|as\s+well|as\s+an?\s+(?:result|consequence))\.$|\bdo(?:es)?\s+so\b|^The\s+(?:\S+\s+){1,5}(?:also|still)\b|"
    r"^(?:Although|Though|While)\s+(?:\S+\s+){1,3}(?:is|are)\s+still\b|"
    r"\bin\s+(?:this|that)\s+case\b|^The\s+first\s+.*\bthe\s+second\b|"
    r"\b(?:is|are|was|were)\s+indeed\b|\bhere\b|\bwill\s+now\b|\bto\s+do\s+(?:that|this|so)\b|"
    r"\bboth\b(?!.*\band\b)|\b[Aa]\s+(?:second|third|fourth|fifth)\s+(?:approach|way|method|option|possibility|reason|problem|"
    r"kind|type|class|group|server|machine|step|solution|alternative|variant)\b|"
    # What would be, without the condition under which it would.
    r"^(?!.*\b(?:if|without|when|unless|were|otherwise)\b)(?:The|With|Another|There)\s.*"
    r"\bwould\s+(?:\w+ly\s+)?(?:have|be|take|need)\b|"
    # "this" and "that" as pronouns: "an efficient solution for this", "to do that, …"
    r"\b(?:for|of|about|with|by|do|does|doing|did|done|after|before|like|than)\s+(?:this|that)\s*[.,;:)]|"
    r"\b(?:the\s+other|the\s+latter|the\s+former|as\s+such|the\s+same\s+(?:way|time|applies|thing|is\s+true|goes))\b"
)
_DEMONSTRATIVE = re.compile(
    r"\b(?:this|these|those|that\s+(?:way|case|file|option|point|time|reason|purpose))\b"
    r"(?!\s+(?:year|decade|century)|\s+(?:who|which|that|of|in|with|from|for|on|whose|under|needed|used|without))",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\bthe\s+(?:two|three|four|five)\s+[a-z]+s\b(?!\s+(?:of|that|which|who|in|between|on|are\s+called))"
)
# "encrypted with that key", where no key was spoken of before
_THAT_ONE = re.compile(
    r"\b(?:with|of|by|for|in|from|on|into|under|using|at|before|after)\s+that\s+(?P<noun>[a-z]{3,})(?!\s+(?:is|are)\b)"
)
_LATE_DEMONSTRATIVE = re.compile(r",\s+(?:this|these)\s")
_LATE_SUBJECT = re.compile(
    r"^(?:In|At|By|On|For|With|Under|From|During|Within|\w+ly)\b[^,]*,\s+(?:it|they|he|she|its|their|this|these)\b",
    re.IGNORECASE,
)
_LATE_PRONOUN = re.compile(
    r"^(?:In|At|By|On|For|With|Under|From|During|Within|After|Before)\s+(?:\S+\s+){1,4}(?:it|they|he|she)\s+"
    r"(?:is|are|was|were|has|have|had|can|could|may|must|should|will|would|does|do)\b"
)
_AUXILIARY = (
    r"(?:is|are|was|were|has|have|had|can|could|may|might|must|should|will|would|does|do|did|also|then|only|itself)"
)
_KNOWN_SUBJECT = re.compile(rf"^The\s+[a-z][\w-]+(?:\s+[a-z][\w-]+)?\s+{_AUXILIARY}\b")
_NAMELESS = re.compile(
    r"^(?:The|An?|Some|Many|Most|All|Each|Every|Any)\s+(?:option|command|file|value|field|argument|parameter|flag|setting|script|"
    r"step|method|function|example|list|table|figure|section|chapter|package|program|system|tool|users?|administrator|developer|"
    r"author|lines?|entry|name|number|code|output|process|operation|approach|article|report|study|paper|text|term|word|thing|"
    r"case|changes?|default|message|object|server|client|browser|company|group|team|project|law|rule|country|government|agency)\s+"
    rf"(?:{_AUXILIARY}|takes|works|runs|uses|contains|returns|accepts|looks|allows|makes|shows|lists)\b"
)
_MARKED = re.compile(r"^The\s+(?:[-.%]\w|[\"'“‘]?[a-z][\"'”’]?\s)")
_ENOUGH_BEFORE = 7
# "out of this simple concept", where none was spoken of before
_THIS_ONE = re.compile(r"\b(?:this|these)\s+(?P<first>[a-z][\w-]*)(?:\s+(?P<second>[a-z][\w-]*))?", re.IGNORECASE)
_KNOWN_THING = re.compile(
    r"^The\s+(?:[\"'“‘]?[a-z][\w-]*[\"'”’]?\s+){1,4}?(?!of\b|that\b|which\b|in\b|for\b|between\b|to\b)[a-z]"
)
_COMPLEMENT = re.compile(r"^The\s+(?:\S+\s+){1,3}?(?:of|that|which|between|for|who|whose)\s")
_NO_NOUNS = frozenset(
    "the they this there these those are can has have had was were will would could should may must".split()
)
_CHINESE = re.compile(
    r"^[“‘「『（(]?(?:这|那(?!么)|此|该|其(?!中)|其中|它|他|她|上述|前者|后者|两者|二者|同样|同时|同理|因此|因而|因为|所以|于是|但|然而|不过|"
    r"可是|而|此外|另外|并且|且|还|也|又|则|例如|比如|譬如|换句话说|也就是说|总之|综上|最后|首先|其次|再次|"
    r"第[一二三四五六七八九十][，,、]|接着|然后|随后|之后|之前|否则|反之|相反|反过来|尽管如此|即便如此|由此|据此|为此|对此|与此|除此|"
    r"以下|以上|如下|如此|如上|如前|前述|下面|上面|下列|当然|事实上|实际上|显然|這|該|它們|他們|後者|兩者|因為這|於是|然後|隨後|"
    r"與此|為此|對此|其餘|其他|其它|其余|通常|一般来说|一般而言|有时|有的|有些|另一|一方面|相比之下|相较之下|"
    r"如果(?:你|您|这|它|他)|当(?:你|您|这|它|他)|你|您|请|注意|不(?:过|仅|但)|即使这样|只是|正如|一旦这|现在|"
    r"(?:主要|最大|唯一)?的?(?:优点|缺点|好处|坏处|原因|目的|优势|劣势)(?:是|在于))|"
    r"^(?:下一步|一个原因|更需要|结果是|举例来说|在实践中|在那种情况下|在这种情况下|老实说)|^当[^，]*时，被|^(?:类似地|更\w{1,3}的是|或者[：:，,])|^[^，。]{0,10}其中|^[^。]*(?:这里|那里)|^[^。]{0,14}也有?类似|^(?:以便|从而|以及)|^[^，。]{1,24}(?:这些|這些|这种|这一|这个|该)|"
    r"^.{1,10}(?:这些|这个|这种|这一|该|此(?!外|类)|上述|這些|這個|這種|該)"
)
_VERB = rf"(?:{_AUXILIARY}|[a-z]+(?:s|ed))"
_INTRODUCES = re.compile(
    r"\b(?:[Aa]n?|[Oo]ne|[Ee]ach|[Ee]very|[Aa]nother|[Tt]his)\s+(?P<thing>(?:[a-z][\w-]+\s+){0,2}?[a-z][\w-]+)"
    r"(?=[,.;:)]|\s+(?:of|that|which|who|in|on|at|by|for|from|with|to|and|or|called|named|as|is|was|can|has|will|may)\b)"
)
_TAKES_UP = re.compile(rf"^The\s+(?P<thing>(?:[a-z][\w-]+\s+){{0,2}}?[a-z][\w-]+)\s+{_VERB}\b")
_PERIODS = frozenset("year decade century type kind sort".split())


def needs_antecedent(sentence: str, *, first: bool = False) -> bool:
    """Whether `sentence` can be understood only after the sentence before it.

    `first` is true where it begins its paragraph: there "The barrier is …" names the matter of the section, elsewhere
    what was spoken of last.
    """
    if _CHINESE.match(sentence) or _BACKWARD.search(sentence) or _NAMELESS.match(sentence):
        return True
    if _MARKED.match(sentence):
        return True
    if _DEPENDENT.match(sentence) and not _IMPERSONAL.match(sentence):
        return True
    if not first and _FREQUENCY.match(sentence):
        return True
    return _starts_from_known(sentence, first=first) or _points_back(sentence)


def introduced(sentence: str) -> set[str]:
    """The things that `sentence`, in English, speaks of for the first time: "a lid", "an oven door", by their terms."""
    return {term for found in _INTRODUCES.finditer(sentence) for term in terms(found["thing"].split()[-1])}


def takes_up(sentence: str, things: Set[str]) -> bool:
    """Whether `sentence` begins with one of `things` as known: "The lid is …"."""
    subject = _TAKES_UP.match(sentence)
    return subject is not None and not things.isdisjoint(terms(subject["thing"].split()[-1]))


def _starts_from_known(sentence: str, *, first: bool) -> bool:
    late = _LATE_SUBJECT.match(sentence) or _LATE_PRONOUN.match(sentence)
    if first:
        return bool(late)
    known = _KNOWN_SUBJECT.match(sentence) or (_KNOWN_THING.match(sentence) and not _COMPLEMENT.match(sentence))
    return bool(late) or bool(known)


def _points_back(sentence: str) -> bool:
    """Whether a "this" has nothing to mean within the sentence: too little stands before it."""
    if _LATE_DEMONSTRATIVE.search(sentence):
        return True
    that = _THAT_ONE.search(sentence)
    if that and that["noun"] not in _NO_NOUNS and that["noun"] not in sentence[: that.start()].lower():
        return True
    if any(_is_unseen(found, sentence) for found in _THIS_ONE.finditer(sentence)):
        return True
    early = (pattern.search(sentence) for pattern in (_DEMONSTRATIVE, _COUNTED))
    return any(found is not None and len(sentence[: found.start()].split()) < _ENOUGH_BEFORE for found in early)


def _is_unseen(this: re.Match[str], sentence: str) -> bool:
    """Whether the thing that a "this" speaks of is not named before it; "this means" speaks of a whole clause."""
    before = set(terms(sentence[: this.start()]))
    named = [word for word in (this["first"], this["second"]) if word]
    # Of the things after "this" none ends in "s": "this heats the hall".
    is_verb = this.group().lower().startswith("this") and re.search(r"[^siu]s$", this["first"])
    if is_verb or this["first"].lower() in _NO_NOUNS or starts_finite(this["first"]) or this["first"] in _PERIODS:
        return False
    return before.isdisjoint(term for word in named for term in terms(word))
