"""`scholarai ops reindex`: starts the extraction of papers whose vectors are of another embedding model."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from collections.abc import Callable, Iterable

from scholarai import bootstrap
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.local.terminal import DONE, show


class Started(Value, frozen=True, kw_only=True):
    """How many papers were started."""

    papers: int


def run(options: argparse.Namespace) -> int:
    """Print how many were started."""
    from scholarai.adapters.gcp.clients import firestore_client
    from scholarai.adapters.gcp.papers import papers_outside

    embedder = bootstrap.process.models.embedder()
    client = firestore_client(Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"}))
    papers = papers_outside(client, None if embedder is None else embedder.space)
    restart = bootstrap.process.papers.restart_any_extraction().restart
    count = start(itertools.islice(papers, options.most), restart)
    show(Started(papers=count), f"{count} papers started", as_json=options.json)
    return DONE


def start(papers: Iterable[Paper], restart: Callable[[OwnerId, PaperId], object]) -> int:
    """Start the extraction of each paper again and return how many there were."""
    count = 0
    for paper in papers:
        try:
            restart(paper.owner, paper.id)
        except (ConflictError, NotFoundError) as error:
            print(f"{paper.id}: {error.code}", file=sys.stderr)  # deleted or started since it was listed
            continue
        count += 1
    return count
