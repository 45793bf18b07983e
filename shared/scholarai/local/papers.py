"""Lists the papers of one owner, the latest first: `scholarai ops papers OWNER`.

Each line has the paper's id, its status, the code of what failed or -, and the file's name. The functions' settings come from the
environment, and Google's default credentials are used.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from scholarai import bootstrap
from scholarai.domain.ids import OwnerId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import PAPERS_PER_LIST


def main(arguments: Sequence[str] = ()) -> int:
    """Print a line per paper; return 4 when the owner has none."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    listed, cursor = 0, None
    while True:
        page = bootstrap.process.papers.owned_papers().page(OwnerId(arguments[0]), limit=PAPERS_PER_LIST, cursor=cursor)
        for paper in page.papers:
            failed = "-" if paper.failure is None else paper.failure.code
            print(visible(f"{paper.id}\t{paper.status}\t{failed}\t{paper.filename}"))
        listed += len(page.papers)
        cursor = page.next_cursor
        if cursor is None:
            break
    print(f"{listed} papers", file=sys.stderr)
    return 0 if listed else 4


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
