"""Starts the extraction of papers whose vectors are of another embedding model: `scholarai ops reindex [MOST]`.

The functions' settings, with the new model, come from the environment, and Google's default credentials are used. Papers
stay readable and are searched by words until their new vectors are complete. With MOST it starts that many and ends; run
it again until it says 0. Papers whose extraction is under way are skipped.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable, Iterable

from scholarai import bootstrap
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper


def main(arguments: list[str]) -> int:
    """Print how many were started."""
    if len(arguments) > 1 or not all(argument.isdigit() for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    from scholarai.adapters.gcp.clients import firestore_client
    from scholarai.adapters.gcp.embedding_spaces import papers_outside

    embedder = bootstrap.process.models.embedder()
    client = firestore_client(Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"}))
    papers = papers_outside(client, None if embedder is None else embedder.space)
    most = int(arguments[0]) if arguments else None
    print(
        f"{start(itertools.islice(papers, most), bootstrap.process.papers.restart_any_extraction().restart)} papers started"
    )
    return 0


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


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
