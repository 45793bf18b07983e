"""What an owner's readable papers say about themselves, in SQLite."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.records import paper_of
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import plain
from scholarai.domain.review import FilterField, Filters, Unjudged
from scholarai.domain.values import Value
from scholarai.ports.reviews import Judged, LibraryPaper


class SqliteCatalog(Value, frozen=True):
    """Implements `ports.reviews.LibraryCatalog` over the table `paper_facts`, which `facts` keeps."""

    database: Database

    def select(self, owner: OwnerId, filters: Filters) -> Sequence[PaperId]:
        conditions = _conditions(filters)
        terms = "".join(f" AND {condition.passes}" for condition in conditions)
        with self.database.reading() as tx:
            rows = tx.execute(
                f"SELECT id FROM paper_facts WHERE owner = ?{terms} ORDER BY id",  # noqa: S608  - constant conditions
                (owner, *(value for condition in conditions for value in condition.values)),
            ).fetchall()
        return [PaperId(paper_id) for (paper_id,) in rows]

    def judged(self, owner: OwnerId, filters: Filters) -> Judged:
        return Judged(ids=tuple(self.select(owner, filters)), unjudged=self._unjudged(owner, filters))

    def _unjudged(self, owner: OwnerId, filters: Filters) -> Unjudged:
        conditions = _conditions(filters)
        by_field = [condition for condition in conditions if condition.field is not None]
        if not by_field:
            return Unjudged()
        totals = "".join(f", coalesce(sum({one.unknown}), 0)" for one in by_field)
        terms = "".join(f" AND ({condition.unknown} OR {condition.passes})" for condition in conditions)
        unknown = " OR ".join(one.unknown for one in by_field)
        with self.database.reading() as tx:
            papers, *counts = tx.execute(
                f"SELECT count(*){totals} FROM paper_facts WHERE owner = ?{terms} AND ({unknown})",  # noqa: S608  - as above
                (owner, *(value for condition in conditions for value in condition.values)),
            ).fetchone()
        found = {str(one.field): count for one, count in zip(by_field, counts, strict=True)}
        return Unjudged(papers=papers, **found)

    def describe(self, owner: OwnerId, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, LibraryPaper]:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, owner, id FROM checked_papers WHERE owner = ? AND deleting = 0 AND visible_generation IS NOT NULL"
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
                notices=paper.notices,
                is_supplement=paper.supplement_of is not None,
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


class _Condition(NamedTuple):
    """What a row must meet to pass a filter, and what tells that the filter's field is not known; constant SQL."""

    field: FilterField | None
    passes: str
    unknown: str
    values: tuple[object, ...]


def _conditions(filters: Filters) -> list[_Condition]:
    found: list[_Condition] = []
    years = [(sign, year) for sign, year in ((">=", filters.year_from), ("<=", filters.year_to)) if year is not None]
    if years:
        terms = " AND ".join(f"year {sign} ?" for sign, _ in years)
        found.append(_Condition("year", f"({terms})", "year IS NULL", tuple(year for _, year in years)))
    columns: tuple[tuple[FilterField, str, Sequence[str]], ...] = (
        ("venue", "venue", filters.venues),
        ("authors", "authors", filters.authors),
        ("keywords", "fields", filters.fields),
    )
    for field, column, names in columns:
        if names:
            terms = " OR ".join([f"instr({column}, ?) > 0"] * len(names))
            found.append(_Condition(field, f"({terms})", f"{column} = ''", tuple(map(plain, names))))
    if filters.text:
        found.append(_Condition(None, "instr(text, ?) > 0", "0", (plain(filters.text),)))
    return found
