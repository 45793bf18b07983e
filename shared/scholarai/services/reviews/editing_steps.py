"""Changes a finished report: a new version beside the old ones, by the same rules of evidence."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.review import Edit, PlannedSection, Report, ReviewQuote, ReviewSection
from scholarai.domain.review_outputs import Planned
from scholarai.reviewing.assembling import accounted, citations_of
from scholarai.services.reviews.job import Job, StepResult, gone_notice
from scholarai.services.reviews.report_steps import drafted
from scholarai.services.reviews.writing import Brief


def apply_edit(job: Job) -> StepResult:
    """Make the next version of the report."""
    edit = job.review.edit or Edit(action="rewrite")
    report = job.read(Report, f"report-{job.review.version}")
    planned = job.read(Planned, "plan")
    if edit.action == "delete":
        sections = tuple(section for section in report.sections if section.id != edit.section_id)
        return _version(job, replace(report, sections=sections), planned)
    if edit.action == "restore":
        sections = _restored(report, job.read(Report, f"report-{edit.version}"), edit.section_id)
        return _version(job, replace(report, sections=sections), planned)
    before = next((section for section in report.sections if section.id == edit.section_id), None)
    # Of its version, so that no other section ever has it: a deleted one can be restored.
    section_id = before.id if before is not None else f"v{job.review.version + 1}"
    brief, gone = _brief(job, edit, planned, before)
    made, notices = drafted(job, brief, section_id)
    if before is None:
        sections = (*report.sections, made)
    else:
        kept = replace(made, table=before.table)
        sections = tuple(kept if section.id == before.id else section for section in report.sections)
    result = _version(job, replace(report, sections=sections), planned)
    return dataclasses.replace(result, notices=(*notices, *gone_notice(gone)))


def _restored(report: Report, earlier: Report, section_id: str | None) -> tuple[ReviewSection, ...]:
    """Return the sections of an earlier version, or the newest ones with one of them as it was, where it stood."""
    if section_id is None:
        return earlier.sections
    back = next(section for section in earlier.sections if section.id == section_id)
    if any(section.id == section_id for section in report.sections):
        return tuple(back if section.id == section_id else section for section in report.sections)
    before = {section.id for section in earlier.sections[: earlier.sections.index(back)]}
    place = max((n + 1 for n, section in enumerate(report.sections) if section.id in before), default=0)
    return (*report.sections[:place], back, *report.sections[place:])


def _brief(job: Job, edit: Edit, planned: Planned, before: ReviewSection | None) -> tuple[Brief, int]:
    """Return what the writer may use: the section's quotes, for more text or a new section all of them."""
    there = job.papers([quote.citation.paper_id for quote in planned.quotes])
    wanted = _wanted(edit, planned, before)
    quotes = tuple(quote for quote in wanted if quote.citation.paper_id in there)
    section = PlannedSection(
        name=edit.title or (before.title if before else "Further findings"),
        format=before.format if before else "synthesis",
        quotes=tuple(quote.number for quote in quotes),
    )
    brief = Brief(
        question=job.review.request.question,
        plan=planned.plan,
        section=section,
        quotes=quotes,
        papers={paper.paper_id: paper for paper in planned.papers},
        action=edit.action,
        instruction=edit.instruction,
        before=before,
    )
    return brief, len({quote.citation.paper_id for quote in wanted if quote.citation.paper_id not in there})


def _wanted(edit: Edit, planned: Planned, before: ReviewSection | None) -> Sequence[ReviewQuote]:
    if before is None or edit.action in {"add", "expand"}:
        return planned.quotes
    cited = {citation.number for citation in citations_of(replace(before, table=None))}
    return [quote for quote in planned.quotes if quote.number in cited]


def _version(job: Job, report: Report, planned: Planned) -> StepResult:
    number = job.review.version + 1
    made = replace(
        report,
        version=number,
        **accounted(report.sections, planned),
    )
    return StepResult(
        outputs={f"report-{number}": made},
        counts={"sections": len(made.sections)},
        following=(),
        change=lambda review: replace(review, version=number, edit=None),
    )
