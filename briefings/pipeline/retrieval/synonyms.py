"""Words of general use that stand for one another, so that a question and its answer may word it differently."""

from briefings.pipeline.retrieval.tokens import stem

_FAMILIES = """
choose chosen select pick prefer preferred decide determine candidate
choice suitable suited appropriate fit
store save keep hold persist
begin start launch
end stop finish terminate
build create make construct produce generate
change modify alter amend revise
change add remove introduce replace new
increase grow rise growth
decrease reduce fall decline reduction
prevent avoid stop block
allow permit let enable
forbid forbidden prohibit ban outlaw prohibition
require need must mandatory requirement obligation duty oblige
penalty fine sanction punishment
law act regulation legislation statute
cost price expense
pay payment charge fee levy buy purchase
delete remove erase deletion removal
show display present
send transmit deliver transfer
get obtain receive fetch
fix repair correct
fail failure fault error
fast quick speed latency performance
protect safeguard secure protection security
check verify validate test verification
join merge combine
split divide separate
explain describe
help assist support
sell sale
worker employee
child children
""".strip().splitlines()

_SYNONYMS: dict[str, frozenset[str]] = {}
for _family in _FAMILIES:
    _stems = frozenset(map(stem, _family.split()))
    for _stem in _stems:
        _SYNONYMS[_stem] = _SYNONYMS.get(_stem, frozenset()) | (_stems - {_stem})


def synonyms(term: str) -> frozenset[str]:
    """The stems that may stand for `term`, a stem; empty for most."""
    return _SYNONYMS.get(term, frozenset())
