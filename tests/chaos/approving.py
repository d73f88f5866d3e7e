"""python -m tests.chaos.approving FOLDER WORKERS    is `dying` with a recipe where a human decides on every draft."""

import sys
from dataclasses import replace
from pathlib import Path

from briefings.domain.brief import Kind
from briefings.pipeline.kinds import RECIPES
from tests.chaos.dying import nurse

STANDARD = RECIPES[Kind.STANDARD]

if __name__ == "__main__":
    stages = [stage for stage in STANDARD.stages if stage != "render"]
    RECIPES[Kind.STANDARD] = replace(STANDARD, stages=(*stages, "approve", "render"))
    sys.exit(nurse(Path(sys.argv[1]), int(sys.argv[2])))
