"""Finds orphans in a data folder after deletions and crashes; read only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import paper_of_object

# A paper's stored generations: the one that is shown, and the one that is being written.
_ORPHANS = """SELECT DISTINCT paper_id, generation FROM {table} AS kept WHERE NOT EXISTS (
    SELECT 1 FROM papers WHERE papers.id = kept.paper_id
    AND kept.generation IN (visible_generation, json_extract(papers.doc, '$.work.generation')))"""
_OUTPUTS = "SELECT review_id, name FROM review_outputs WHERE review_id NOT IN (SELECT id FROM reviews)"


@dataclass(frozen=True, slots=True, kw_only=True)
class FindLocalLeftovers:
    """Compares everything that is stored with the existing papers and reviews."""

    database: Database
    objects: Path
    bucket: str
    temporary_directories: LockedTemporaryDirectories

    def run(self) -> Iterator[str]:
        """Yield the names of orphans.

        Ranges that a running worker has not made visible yet are no orphans; run it when nothing is under way.
        """
        with self.database.reading() as tx:
            papers = {PaperId(paper_id) for (paper_id,) in tx.execute("SELECT id FROM papers")}
            for table in ("chunks", "parts"):
                found = tx.execute(_ORPHANS.format(table=table)).fetchall()
                yield from (f"{table}/{paper_id}/{generation}" for paper_id, generation in found)
            yield from (f"review_outputs/{review_id}/{name}" for review_id, name in tx.execute(_OUTPUTS).fetchall())
            objects = dict(tx.execute("SELECT file, name FROM objects").fetchall())
        for name in sorted(objects.values()):
            paper_id = paper_of_object(self.bucket, name)
            if paper_id is not None and paper_id not in papers:
                yield name
        files = self.objects.iterdir() if self.objects.exists() else ()
        yield from sorted(f"{self.objects.name}/{file.name}" for file in files if file.name not in objects)
        yield from (f"{path.parent.name}/{path.name}" for path in self.temporary_directories.left())
