from collections.abc import Iterator

import pytest

from tests.doubles.web import Site


@pytest.fixture
def site() -> Iterator[Site]:
    """A site that is up and still empty: tests put their pages into `site.pages`."""
    with Site() as site:
        yield site
