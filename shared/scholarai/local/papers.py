"""`scholarai ops papers`: lists the papers of one owner, the latest first."""

from __future__ import annotations

import argparse
import sys

from scholarai import bootstrap
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import PAPERS_PER_LIST
from scholarai.entrypoints.schemas import PaperView
from scholarai.local.terminal import DONE, NOT_FOUND, show


def run(options: argparse.Namespace) -> int:
    """Print a line per paper."""
    listed, cursor = 0, None
    while True:
        page = bootstrap.process.papers.owned_papers().page(
            OwnerId(options.owner), limit=PAPERS_PER_LIST, cursor=cursor
        )
        for paper in page.papers:
            failed = "-" if paper.failure is None else paper.failure.code
            text = f"{paper.id}\t{paper.status}\t{failed}\t{paper.filename}"
            show(PaperView.of(paper), text, as_json=options.json)
        listed += len(page.papers)
        cursor = page.next_cursor
        if cursor is None:
            break
    print(f"{listed} papers", file=sys.stderr)
    return DONE if listed else NOT_FOUND
