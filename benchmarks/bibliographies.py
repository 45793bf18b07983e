"""What bibliographies cost in a large library: `python benchmarks/bibliographies.py [--papers 2000] [--references 40]`.

Makes an embedded library of papers that cite each other and what is missing, and prints the CPU seconds for: what is missing when
papers have come since, the same again, the papers related to one, and finding what the references of one are.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.content import PaperContent, Reference
from scholarai.domain.identity import cited_publication
from scholarai.domain.ids import OwnerId, PaperId, ReferenceId
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange
from scholarai.services.library.missing import ListMissing
from scholarai.services.library.references import FindCited, FindRelated

OWNER = OwnerId("owner")
SEED = 18
# Of what is cited, so much is in the library; the rest is cited as often as a few works are cited by many.
IN_LIBRARY = 0.1
TIMES = 5
WORDS = (Path(__file__).parent / "garbling.py").read_text(encoding="utf-8").split()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--papers", type=int, default=2_000)
    parser.add_argument("--references", type=int, default=40)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        backend = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": folder}))
        papers, references = _fill(backend, arguments.papers, arguments.references)
        index = backend.publications
        find = FindCited(index=index)
        missing = ListMissing(index=index, find=find)
        related = FindRelated(papers=backend.papers, index=index)
        print(f"{arguments.papers} papers of {arguments.references} references")
        _timed("missing, papers have come since", 1, lambda: missing.run(OWNER, limit=50))
        _timed("missing, nothing has changed", TIMES, lambda: missing.run(OWNER, limit=50))
        _timed("related to one", TIMES, lambda: related.run(OWNER, papers[0]))
        _timed("references of one found", TIMES, lambda: find.run(OWNER, [*map(cited_publication, references)]))
    return 0


def _fill(backend: EmbeddedBackend, count: int, per_paper: int) -> tuple[list[PaperId], tuple[Reference, ...]]:
    """Store the papers, and return their ids and the references of the last one."""
    chance = random.Random(SEED)
    about = [_about(number, chance) for number in range(count)]
    elsewhere = [_about(number, chance) for number in range(count, count + 10 * count)]
    references: tuple[Reference, ...] = ()
    for number, known in enumerate(about):
        references = tuple(
            _reference(place, chance.choice(about) if chance.random() < IN_LIBRARY else _often(elsewhere, chance))
            for place in range(per_paper)
        )
        _store(backend, PaperId(f"p{number:06d}"), known, references)
    return [PaperId(f"p{number:06d}") for number in range(count)], references


def _about(number: int, chance: random.Random) -> Metadata:
    title = " ".join(chance.choices(WORDS, k=8))
    return Metadata(
        title=f"{title} {number}",
        authors=(f"Ann Author{number % 997}", f"Bo Writer{number % 991}"),
        year=1990 + number % 30,
        doi=f"10.1000/{number}" if number % 2 else None,
    )


def _often(works: list[Metadata], chance: random.Random) -> Metadata:
    return works[int(len(works) * chance.random() ** 3)]


def _reference(place: int, work: Metadata) -> Reference:
    return Reference(
        id=ReferenceId(f"r{place}"),
        raw=f"{', '.join(work.authors)} ({work.year}). {work.title}.",
        title=work.title,
        authors=work.authors,
        year=work.year,
        doi=work.doi,
    )


def _store(backend: EmbeddedBackend, paper_id: PaperId, about: Metadata, references: tuple[Reference, ...]) -> None:
    now = datetime.now(UTC)
    paper = Paper(
        id=paper_id,
        owner=OWNER,
        filename="paper.pdf",
        object_name=f"uploads/{OWNER}/{paper_id}/paper.pdf",
        created_at=now,
        updated_at=now,
        status="completed",
        generation=1,
        visible_generation=1,
        metadata=about,
    )
    content = PaperContent(source_format="pdf", title=about.title, references=references)
    backend.contents.write(paper_id, ContentRange(generation=1, parts=to_parts(content)), lambda _: paper)


def _timed(name: str, times: int, call: Callable[[], object]) -> None:
    began = time.process_time()
    for _ in range(times):
        call()
    print(f"{name}: {(time.process_time() - began) / times:.3f} s of CPU")


if __name__ == "__main__":
    sys.exit(main())
