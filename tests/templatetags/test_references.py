from briefings.models import SourceRow
from briefings.templatetags.references import by_reference


def test_cited_sources_come_first_in_the_order_of_their_references():
    rows = [SourceRow(number=number) for number in (1, 2, 3, 4)]
    listed = by_reference(rows, {3: 1, 1: 2})
    assert [(reference, row.number) for reference, row in listed] == [(1, 3), (2, 1), (None, 2), (None, 4)]
