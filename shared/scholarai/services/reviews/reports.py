"""Reads the report of a review as far as it is written, and the trace of how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.review import Report, Review, ReviewSection
from scholarai.domain.review_outputs import Planned, Quoted, Reranked, Retrieved, Tables
from scholarai.domain.unreadable_documents import ODD_REVIEW
from scholarai.domain.values import from_json, to_plain
from scholarai.ports.reviews import LibraryCatalog, ReviewStore
from scholarai.reviewing.chain import RANKING, kind_of
from scholarai.reviewing.papers import with_corrections
from scholarai.reviewing.report import assemble
from scholarai.services.reviews.requests import require_review


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports:
    """Reports, their papers named as the `catalog` knows them now, and how they were made."""

    reviews: ReviewStore
    catalog: LibraryCatalog

    def read(self, owner: OwnerId, review_id: ReviewId, version: int | None = None) -> tuple[Review, Report | None]:
        """Return the review with a version of its report; the newest, or what is written so far, without a number.

        A report that this version of the program does not understand is left out, and the review says so.

        Raises:
            NotFoundError: If the review is unknown, being deleted, or another owner's, or has no such version.
        """
        review = require_review(self.reviews.get(review_id), owner)
        if version is not None and not 1 <= version <= review.version:
            raise NotFoundError("version_unknown", "the report has no such version")
        try:
            report = self._version(review, version or review.version) if review.version else self._so_far(review)
        except msgspec.MsgspecError:
            return replace(review, failure=ODD_REVIEW), None
        return review, None if report is None else self._as_known(owner, report)

    def trace(self, owner: OwnerId, review_id: ReviewId) -> dict[str, Any]:
        """Return every stage with the ids of its inputs and outputs, and every call with its tokens and cost; no text of papers.

        Raises:
            NotFoundError: If the review is unknown, being deleted, or another owner's.
        """
        review = require_review(self.reviews.get(review_id), owner)
        plain = to_plain(review)
        steps = {step["name"]: step for step in plain["steps"]}
        shown: set[str] = set()  # a table's step lists what was asked for it beside sections, too
        for name, step in steps.items():
            step["calls"] = self._calls(review, name, shown)
        outputs = self.reviews.read_outputs(
            review_id, ["decompose", "retrieve", *RANKING, "plan", *_quote_names(review)]
        )
        for name, text in outputs.items():
            steps.get(name, {})["output"] = _by_id(name, text)
        kept = ("id", "state", "request", "created_at", "updated_at", "round", "model", "title", "version", "estimate")
        return {
            **{name: plain[name] for name in (*kept, "spent", "failure", "notices")},
            "steps": list(steps.values()),
        }

    def _as_known(self, owner: OwnerId, report: Report) -> Report:
        named = [paper.paper_id for paper in (*report.papers, *report.silent) if not paper.deleted]
        known = self.catalog.describe(owner, named)
        return with_corrections(report, {paper_id: paper.metadata for paper_id, paper in known.items()})

    def _version(self, review: Review, version: int) -> Report:
        name = f"report-{version}"
        return from_json(Report, self.reviews.read_outputs(review.id, [name])[name])

    def _so_far(self, review: Review) -> Report | None:
        written = [step.name for step in review.steps if kind_of(step.name) == "section" and step.state == "done"]
        if not written:
            return None
        outputs = self.reviews.read_outputs(review.id, ["plan", "tables", *written])
        if "plan" not in outputs:
            return None
        sections = [from_json(ReviewSection, outputs[name]) for name in written if name in outputs]
        tables = from_json(Tables, outputs["tables"]).tables if "tables" in outputs else {}
        report = assemble(from_json(Planned, outputs["plan"]), sections, tables)
        return replace(report, complete=False)  # tables, the check or the report's other parts are still to come

    def _calls(self, review: Review, step: str, shown: set[str]) -> list[dict[str, Any]]:
        lists = self.reviews.read_outputs(review.id, [f"{step}.calls-{n}" for n in range(review.round + 1)])
        listed = [name for _, text in sorted(lists.items()) for name in from_json(list[str], text)]
        names = [name for name in listed if name not in shown]
        shown.update(names)
        calls = self.reviews.read_outputs(review.id, names)
        kept = ("kind", "name", "model", "asked_at", "seconds", "spent", "error")
        plain = [from_json(dict[str, Any], calls[name]) for name in names if name in calls]
        return [{field: call[field] for field in kept} for call in plain]


def _quote_names(review: Review) -> list[str]:
    return [step.name for step in review.steps if kind_of(step.name) == "quotes"]


def _by_id(name: str, text: str) -> dict[str, Any]:
    """Return what a step left, without texts of papers."""
    match kind_of(name):
        case "retrieve":
            retrieved = from_json(Retrieved, text)
            return {"lexical": retrieved.lexical, "candidates": [_passage(item) for item in retrieved.candidates]}
        case kind if kind in RANKING:
            ranked = from_json(Reranked, text)
            return {
                "passages": [_passage(item) for item in ranked.passages],
                "papers": [to_plain(p) for p in ranked.papers],
            }
        case "quotes":
            quoted = from_json(Quoted, text)
            return {"quotes": [_quote(quote) for quote in quoted.quotes], "dropped": quoted.dropped}
        case "plan":
            planned = from_json(Planned, text)
            return {"plan": to_plain(planned.plan), "quotes": [_quote(quote) for quote in planned.quotes]}
        case _:
            return from_json(dict[str, Any], text)


def _passage(item: Any) -> dict[str, Any]:
    fields = ("paper_id", "generation", "chunk_id", "score", "cosine", "found_by", "relevance")
    return {name: getattr(item, name) for name in fields}


def _quote(quote: Any) -> dict[str, Any]:
    citation = quote.citation
    return {
        "number": quote.number,
        "paper_id": citation.paper_id,
        "chunk_id": citation.chunk_id,
        "start": citation.start,
        "end": citation.end,
        "verdict": citation.verdict,
        "cites": [to_plain(work) for work in quote.cites],
    }
