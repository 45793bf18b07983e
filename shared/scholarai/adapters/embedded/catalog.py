"""What an owner's readable papers say about themselves, in SQLite."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.papers import paper_of
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import plain
from scholarai.domain.review import Filters
from scholarai.domain.values import Value
from scholarai.ports.reviews import LibraryPaper


class SqliteCatalog(Value, frozen=True):
    """Implements `ports.reviews.LibraryCatalog` over the table `paper_facts`, which `facts` keeps."""

    database: Database

    def select(self, owner: OwnerId, filters: Filters) -> Sequence[PaperId]:
        terms, values = _conditions(filters)
        with self.database.reading() as tx:
            rows = tx.execute(
                f"SELECT id FROM paper_facts WHERE owner = ?{terms} ORDER BY id",  # noqa: S608  - constant conditions
                (owner, *values),
            ).fetchall()
        return [PaperId(paper_id) for (paper_id,) in rows]

    def describe(self, owner: OwnerId, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, LibraryPaper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT doc, owner, id FROM papers WHERE owner = ? AND deleting = 0 AND visible_generation IS NOT NULL"
                " AND id IN (SELECT value FROM json_each(?))",
                (owner, json.dumps(list(paper_ids))),
            ).fetchall()
        found = map(paper_of, rows)
        return {
            paper.id: LibraryPaper(
                id=paper.id,
                generation=paper.visible_generation or 0,
                filename=paper.filename,
                metadata=paper.metadata,
            )
            for paper in found
        }

    def titled(self, owner: OwnerId, titles: Sequence[str]) -> Mapping[str, PaperId]:
        wanted = {plain(title): title for title in titles if plain(title)}
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT title, id FROM paper_facts WHERE owner = ? AND title IN (SELECT value FROM json_each(?))",
                (owner, json.dumps(list(wanted))),
            ).fetchall()
        return {wanted[title]: PaperId(paper_id) for title, paper_id in sorted(rows, reverse=True)}


def _conditions(filters: Filters) -> tuple[str, list[object]]:
    terms: list[str] = []
    values: list[object] = []
    for operator, year in ((">=", filters.year_from), ("<=", filters.year_to)):
        if year is not None:
            terms.append(f"year {operator} ?")
            values.append(year)
    for column, names in (("venue", filters.venues), ("authors", filters.authors), ("fields", filters.fields)):
        if names:
            terms.append(f"({' OR '.join([f'instr({column}, ?) > 0'] * len(names))})")
            values += map(plain, names)
    if filters.text:
        terms.append("instr(text, ?) > 0")
        values.append(plain(filters.text))
    return "".join(f" AND {term}" for term in terms), values
