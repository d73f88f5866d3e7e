"""A parent to be killed: python -m tests.backends.children.parent JOB FILE gives a child a job that never ends."""

import sys
from functools import partial
from pathlib import Path

from briefings.backends.children.pool import Pool
from briefings.backends.children.terms import Terms
from tests.backends.children import jobs

if __name__ == "__main__":
    work = partial(getattr(jobs, sys.argv[1]), Path(sys.argv[2]))
    Pool(1, Terms(jobs.ready)).do(work, limit=float(sys.argv[3]), alive=lambda: None)
