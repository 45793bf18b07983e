"""The last steps of a review: they write sections and tables, put the report together, and make further versions of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from scholarai.citations.claims import makes_claim
from scholarai.citations.doubting.doubts import find_doubts, with_doubts
from scholarai.domain.chat import Evidence, TextSection
from scholarai.domain.discovery import Beyond, BeyondState, BeyondWork, DiscoveredWork, wanted_as
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import warning
from scholarai.domain.review import (
    ComparisonTable,
    Edit,
    Notice,
    PlannedSection,
    Report,
    ReviewedPaper,
    ReviewQuote,
    ReviewSection,
    TableCell,
    TableRow,
)
from scholarai.domain.review_outputs import Planned, Retrieved, Tables
from scholarai.reviewing import chain, tables
from scholarai.reviewing.report import accounted, assemble, citations_of, with_sentences
from scholarai.services.reviews.job import CachedPaper, Job, StepResult, gone_notice
from scholarai.services.reviews.quoting import joined, passages_of
from scholarai.services.reviews.without_model import quotes_alone
from scholarai.services.reviews.writing import Brief, Comparison, Draft, DraftCell, DraftSentence, DraftTable

# As ai2-scholarqa-lib does (https://github.com/allenai/ai2-scholarqa-lib).
PASSAGES_PER_ROW = 10
# Rows that are asked for: more would be cut.
ROWS_ASKED = 10
# Works that a report lists. A guess: readers look at few more.
WORKS = 20


def write_section(job: Job) -> StepResult:
    """Write the next section, and those after it at the same time, whose steps then find them written."""
    planned = job.read(Planned, "plan")
    place = chain.place_of(job.step)
    brief, *later = [_brief(job, planned, section) for section in planned.plan.sections[place:]]
    made, notices = drafted(job, brief, f"s{place + 1}", later)
    gone = {quote.citation.paper_id for quote in planned.quotes if quote.number in planned.plan.sections[place].quotes}
    gone -= {quote.citation.paper_id for quote in brief.quotes}
    counts = {"quotes": len(brief.quotes), "sources": made.sources, "removed_references": made.removed_references}
    return StepResult(outputs={job.step: made}, counts=counts, notices=(*notices, *gone_notice(len(gone))))


def drafted(
    job: Job, brief: Brief, section_id: str, later: Sequence[Brief] = ()
) -> tuple[ReviewSection, tuple[Notice, ...]]:
    """Return the section as written, or made of quotes alone if there is no model or it failed twice (then with a notice)."""
    draft = None if job.writer is None else job.writer.write(brief, later)
    notices: tuple[Notice, ...] = ()
    if draft is not None and draft.failed:
        notices = (
            Notice(code="section_failed", detail="The model failed at a section twice; quotes stand in its place."),
        )
    if draft is None or draft.failed:
        return _quotes_alone(job, brief, section_id), notices
    return _assembled(draft, brief, section_id), notices


def _assembled(draft: Draft, brief: Brief, section_id: str) -> ReviewSection:
    """Return a draft with the grounded citations behind its sentences."""
    quotes = {quote.number: quote for quote in brief.quotes}
    tldr, text = (
        [cited(sentence, quotes, brief.question, brief.papers) for sentence in sentences]
        for sentences in (draft.tldr, draft.sentences)
    )
    empty = ReviewSection(
        id=section_id,
        title=brief.section.name,
        format=brief.section.format,
        tldr="",
        text=(),
        sources=0,
        model=draft.model,
        removed_references=draft.removed_references,
    )
    return with_sentences(empty, tldr, text)


def compare(job: Job) -> StepResult:
    """Make a table for each list section that cites papers; one that fails leaves its section without, as all are without a model."""
    if job.writer is None:
        return StepResult(outputs={})
    planned = job.read(Planned, "plan")
    plans = {f"section-{n + 1}": section for n, section in enumerate(planned.plan.sections)}
    wanted = [
        _comparison(job, planned, section, plans[name])
        for name, section in job.read_all(ReviewSection, list(plans)).items()
        if section.format == "list" and any(part.citations for part in section.text)
    ]
    made = [_table(job, item, draft) for item, draft in zip(wanted, job.writer.compare(wanted), strict=True)]
    kept = {item.section.id: table for item, table in zip(wanted, made, strict=True) if table is not None}
    failed = len(wanted) - len(kept)
    detail = "For some sections there was too little to compare in a table, or the model failed at it."
    return StepResult(
        outputs={"tables": Tables(tables=kept)},
        counts={"tables": len(kept), "failed": failed},
        notices=(Notice(code="tables_missing", detail=detail, count=failed),) if failed else (),
    )


def finish(job: Job) -> StepResult:
    """Put the report together; passages that were only looked at are forgotten.

    Without a model nothing was written: the quotes of each section are all there is of it.
    """
    planned = job.read(Planned, "plan")
    stored = job.read_all(ReviewSection, [f"section-{n + 1}" for n in range(len(planned.plan.sections))])
    written = list(stored.values())
    if not written:
        there = job.papers([quote.citation.paper_id for quote in planned.quotes])
        briefs = [_brief(job, planned, section, there) for section in planned.plan.sections]
        written = [_quotes_alone(job, brief, f"s{n}") for n, brief in enumerate(briefs, start=1) if brief.quotes]
    made = job.read_all(Tables, ["tables"])
    report = _with_beyond(job, assemble(planned, written, made["tables"].tables if made else {}))
    retrieved = job.read(Retrieved, "retrieve")
    forgotten = Retrieved(
        candidates=tuple(replace(item, text="") for item in retrieved.candidates), lexical=retrieved.lexical
    )
    beyond = {"beyond": len(report.beyond.works)} if report.beyond else {}
    return StepResult(
        outputs={"report-1": report, "retrieve": forgotten},
        counts={"sections": len(report.sections), "papers": len(report.papers), **beyond},
        change=lambda review: replace(review, version=1),
    )


def _quotes_alone(job: Job, brief: Brief, section_id: str) -> ReviewSection:
    return _assembled(quotes_alone(brief, job.tools.picker()), brief, section_id)


def _brief(job: Job, planned: Planned, section: PlannedSection, there: Container[PaperId] | None = None) -> Brief:
    """Return what the section is written from: its quotes whose papers are still there, which is looked up if it is not known."""
    wanted = [quote for quote in planned.quotes if quote.number in set(section.quotes)]
    if there is None:
        there = job.papers([quote.citation.paper_id for quote in wanted])
    quotes = tuple(quote for quote in wanted if quote.citation.paper_id in there)
    return Brief(
        question=job.review.request.question,
        plan=planned.plan,
        section=replace(section, quotes=tuple(quote.number for quote in quotes)),
        quotes=quotes,
        papers={paper.paper_id: paper for paper in planned.papers},
        compared=job.review.request.tables and section.format == "list",
    )


def cited(
    draft: DraftSentence,
    quotes: Mapping[int, ReviewQuote],
    question: str,
    papers: Mapping[PaperId, ReviewedPaper],
) -> TextSection:
    """Return a sentence with the citations of its quotes, and with what of it they do not carry."""
    behind = [quotes[number] for number in dict.fromkeys(draft.quotes) if number in quotes]
    claims = bool(behind) or makes_claim(draft.text)
    uncited = claims and not any(quote.citation.stands for quote in behind)
    made = TextSection(text=draft.text, citations=tuple(quote.citation for quote in behind), uncited=uncited)
    titles = [papers[paper_id].title for paper_id in dict.fromkeys(quote.citation.paper_id for quote in behind)]
    return with_doubts(made, [quote.place for quote in behind], (question, *titles))


def _comparison(job: Job, planned: Planned, section: ReviewSection, plan: PlannedSection) -> Comparison:
    """Return the section with those of its papers that are still there, the most relevant first."""
    compared = {citation.paper_id for part in section.text for citation in part.citations}
    there = job.papers(sorted(compared))
    ranked = job.ranked().passages
    papers = []
    for paper in [paper for paper in planned.papers if paper.paper_id in there][:ROWS_ASKED]:
        cached = job.tools.papers.open(there[paper.paper_id])
        papers.append(joined(passages_of(paper, ranked, PASSAGES_PER_ROW), cached))
    return Comparison(section=section, brief=_brief(job, planned, plan), papers=tuple(papers))


def _table(job: Job, wanted: Comparison, draft: DraftTable | None) -> ComparisonTable | None:
    if draft is None:
        return None
    questions = [f"What is the {column.name}? {column.description}" for column in draft.columns]
    there = job.papers([item.paper.paper_id for item in wanted.papers])
    rows = []
    for item, drafts in zip(wanted.papers, draft.cells, strict=True):
        known = there.get(item.paper.paper_id)
        cached = None if known is None else job.tools.papers.open(known)
        evidence = {piece.number: piece for piece in item.passages}
        cells = tuple(
            grounded_cell(cell, asked, cached, evidence) for cell, asked in zip(drafts, questions, strict=True)
        )
        rows.append(TableRow(paper_id=item.paper.paper_id, label=item.paper.label, cells=cells))
    return tables.trim(ComparisonTable(title=wanted.section.title, columns=draft.columns, rows=tuple(rows)))


def grounded_cell(
    cell: DraftCell | None, question: str, cached: CachedPaper | None, evidence: Mapping[int, Evidence]
) -> TableCell:
    """Return the cell with its evidence; it is empty if none of its quotes stands in the paper."""
    if cell is None or cached is None or cell.number not in evidence:
        return tables.NOTHING
    citation = cached.ground(cell.quote, evidence[cell.number], question=question)
    if citation is None:
        return tables.NOTHING
    doubts = find_doubts(cell.value, [citation.text], (question, cached.content.title or ""))
    return TableCell(value=cell.value, citations=(citation,), doubts=doubts)


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
    brief, gone = _edit_brief(job, edit, planned, before)
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


def _edit_brief(job: Job, edit: Edit, planned: Planned, before: ReviewSection | None) -> tuple[Brief, int]:
    """Return what the writer may use, the section's quotes, for more text or a new section all of them; and how many papers are gone."""
    wanted = planned.quotes
    if before is not None and edit.action not in {"add", "expand"}:
        used = {citation.number for citation in citations_of(replace(before, table=None))}
        wanted = tuple(quote for quote in planned.quotes if quote.number in used)
    there = job.papers([quote.citation.paper_id for quote in planned.quotes])
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


def _with_beyond(job: Job, report: Report) -> Report:
    """Return the report with the works that outside services know, where the review was asked to look there.

    A service that fails is named in the report; the review goes on.
    """
    if not job.review.request.discover or job.tools.discover is None:
        return report
    result = job.tools.discover().search_allowed(job.review.owner, job.review.request.question, limit=WORKS)
    read = {paper.paper_id for paper in (*report.papers, *report.silent)}
    works = tuple(_beyond_work(row, read) for row in result.works)
    return replace(report, beyond=Beyond(works=works, services=result.services, total=result.total))


def _beyond_work(row: DiscoveredWork, read: AbstractSet[PaperId]) -> BeyondWork:
    work = row.found.work
    return BeyondWork(
        title=work.title or "",
        state=_beyond_state(row, read),
        authors=work.authors,
        year=work.year,
        venue=work.venue,
        add=wanted_as(work),
        services=row.found.sources,
        paper_id=row.paper_id,
        warning=warning(work.notices),
    )


def _beyond_state(row: DiscoveredWork, read: AbstractSet[PaperId]) -> BeyondState:
    if row.paper_id in read:
        return "reviewed"
    if row.paper_id is not None and row.paper_status != "record":
        return "there"
    if row.found.pdfs():
        return "open"
    return "closed" if row.paper_id is None else "record"
