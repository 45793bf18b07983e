"""Writes a review with a language model: each answer is JSON of a schema, and its quotes are verified elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from scholarai.citations.chosen_quotes import Chosen, named_words
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import LAST_YEAR
from scholarai.domain.review import (
    Decomposition,
    EditAction,
    Filters,
    PlannedSection,
    ReviewedPaper,
    ReviewPlan,
    ReviewQuote,
    ReviewSection,
    TableColumn,
)
from scholarai.domain.sentences import ShownExcerpts
from scholarai.domain.values import Value
from scholarai.ports.reviews import PickedQuote
from scholarai.prompting import review as prompts
from scholarai.reviewing.papers import strip_references
from scholarai.reviewing.tables import CELL_WORDS, SUGGESTED_COLUMNS
from scholarai.services.reviews.calls import Ask, Asks, Outcome

if TYPE_CHECKING:
    from scholarai.prompting.replies import Cell, Columns, CopiedQuotes, Row, Section, Sentence

# The first try and one more.
SECTION_TRIES = 2
# What a quote that names no sentence of its excerpts is counted as: one that is not in the paper.
_NO_WORDS = Chosen(number=0, text="", at=None)


class Understood(Value, frozen=True, kw_only=True):
    """A question taken apart, and whether it gets a review; `reason` says why not."""

    decomposition: Decomposition
    verdict: Literal["fine", "harmful", "unanswerable"] = "fine"
    reason: str = ""


class PaperPassages(Value, frozen=True, kw_only=True):
    """A paper and its passages, numbered from 1."""

    paper: ReviewedPaper
    passages: tuple[Evidence, ...]


class PickedQuotes(Value, frozen=True, kw_only=True):
    """What was picked per paper, in the papers' order; `unread` counts those that the model would not read."""

    quotes: tuple[tuple[PickedQuote, ...], ...]
    unread: int = 0


class Brief(Value, frozen=True, kw_only=True):
    """All that the writing of a section may use: the plan, and the section's own quotes.

    A `compared` section gets a table. `action` and `instruction` are there when a finished section, `before`, is changed.
    """

    question: str
    plan: ReviewPlan
    section: PlannedSection
    quotes: tuple[ReviewQuote, ...]
    papers: Mapping[PaperId, ReviewedPaper]
    compared: bool = False
    action: EditAction | None = None
    instruction: str = ""
    before: ReviewSection | None = None


class DraftSentence(Value, frozen=True, kw_only=True):
    """A sentence and the numbers of the quotes behind it; without any it is from memory."""

    text: str
    quotes: tuple[int, ...] = ()


class Draft(Value, frozen=True, kw_only=True):
    """A section as it was written; `model` is who really wrote it."""

    tldr: tuple[DraftSentence, ...]
    sentences: tuple[DraftSentence, ...]
    model: str
    removed_references: int = 0
    failed: bool = False


class DraftCell(Value, frozen=True, kw_only=True):
    """A cell before its quote is looked up: value, the words that prove it, and the passage that they stand in."""

    value: str
    quote: str
    number: int


class DraftTable(Value, frozen=True, kw_only=True):
    """Cells row by row, a row per paper; None where nothing was found."""

    columns: tuple[TableColumn, ...]
    cells: tuple[tuple[DraftCell | None, ...], ...]


class Comparison(Value, frozen=True, kw_only=True):
    """A section whose papers are to be compared, what it was written from, and the passages of each paper."""

    section: ReviewSection
    brief: Brief
    papers: tuple[PaperPassages, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWriter:
    """Judges, plans and writes with a ReplyModel."""

    asks: Asks

    def understand(self, question: str) -> Understood:
        """Judge the question and take it apart; one that the model may not even read is refused.

        When the model gives nothing to use, the question is searched as it is.
        """
        prompt = prompts.understanding_prompt(question, year=self.asks.clock.now().year)
        call = self.asks.ask(Ask(kind="decompose", name="decompose", prompt=prompt))
        reply, plain = call.reply, Decomposition(rewritten=question, keywords=question)
        if call.error in {"model_blocked_request", "model_blocked_answer"}:
            reason = "The model may not work on this question."
            return Understood(decomposition=plain, verdict="harmful", reason=reason)
        if reply is None:
            return Understood(decomposition=plain)
        filters = Filters(
            year_from=_year(reply.year_from),
            year_to=_year(reply.year_to),
            venues=_names(reply.venues),
            authors=_names(reply.authors),
            fields=_names(reply.fields),
        )
        apart = Decomposition(
            rewritten=reply.rewritten.strip() or question,
            keywords=reply.keywords.strip() or question,
            filters=filters,
        )
        return Understood(decomposition=apart, verdict=reply.verdict, reason=reply.reason)

    def pick_quotes(self, question: str, papers: Sequence[PaperPassages]) -> PickedQuotes:
        asks = [
            Ask(
                kind="quotes",
                name=item.paper.paper_id,
                prompt=prompts.quotes_prompt(question, item.paper.title, item.passages),
            )
            for item in papers
        ]
        calls = self.asks.ask_all(asks)
        quotes = tuple(_picked(item, call) for item, call in zip(papers, calls, strict=True))
        return PickedQuotes(quotes=quotes, unread=sum(call.reply is None for call in calls))

    def plan(self, question: str, quotes: Sequence[ReviewQuote], papers: Sequence[ReviewedPaper]) -> ReviewPlan:
        """Return a plan as it comes, sound or not; without sections when there is none."""
        shown = _quotables(quotes, {paper.paper_id: paper.label for paper in papers})
        reply = self.asks.ask(Ask(kind="plan", name="plan", prompt=prompts.plan_prompt(question, shown))).reply
        if reply is None:
            return ReviewPlan(title="", sections=())
        sections = tuple(
            PlannedSection(name=item.name, format=item.format, quotes=tuple(item.quotes), about=item.about.strip())
            for item in reply.sections
        )
        return ReviewPlan(title=reply.title, sections=sections, reasoning=reply.reasoning)

    def write(self, brief: Brief, later: Sequence[Brief] = ()) -> Draft:
        """Return the section; a useless answer is asked for once more.

        The `later` ones are written at the same time and kept for their own steps, as are columns.
        """
        columns = [_columns_ask(own) for own in (brief, *later) if own.compared]
        beside: list[Ask[Any]] = [*(_section_ask(own, 0) for own in later), *columns]
        for attempt in range(SECTION_TRIES):
            call = self.asks.ask(_section_ask(brief, attempt), () if attempt else beside)
            if call.reply is not None and any(item.text.strip() for item in call.reply.sentences):
                return _draft(call.reply, call.model, brief)
        return Draft(tldr=(), sentences=(), model=self.asks.model.name, failed=True)

    def compare(self, wanted: Sequence[Comparison]) -> Sequence[DraftTable | None]:
        """Ask for the columns of all tables at once, then for the rows of all of them at once."""
        columns = list(map(_columns, self.asks.ask_all([_columns_ask(item.brief) for item in wanted])))
        rows = [
            (place, row_ask(item.section.id, paper, [f"{own.name}: {own.description}" for own in columns[place]]))
            for place, item in enumerate(wanted)
            for paper in item.papers
            if columns[place]
        ]
        calls = self.asks.ask_all([ask for _, ask in rows])
        answers = [
            [call for (at, _), call in zip(rows, calls, strict=True) if at == place] for place in range(len(wanted))
        ]
        return [_table(own, answer, item.papers) for own, answer, item in zip(columns, answers, wanted, strict=True)]


def _year(number: int | None) -> int | None:
    """Return the year in a model's reply, None if it is no year."""
    return number if number is not None and 0 <= number <= LAST_YEAR else None


def _names(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(value.strip() for value in values if value.strip())


def _picked(item: PaperPassages, call: Outcome[CopiedQuotes]) -> tuple[PickedQuote, ...]:
    quotes = call.reply.quotes if call.reply is not None else ()
    shown = _shown(item.passages)
    chosen = [named_words(quote.sentences, quote.part, shown) or [_NO_WORDS] for quote in quotes]
    return tuple(PickedQuote(number=words.number, text=words.text, score=1.0) for part in chosen for words in part)


def _shown(passages: Sequence[Evidence]) -> ShownExcerpts:
    return ShownExcerpts(texts={piece.number: piece.text for piece in passages})


def _quotables(quotes: Sequence[ReviewQuote], labels: dict[Any, str]) -> list[prompts.Quotable]:
    return [
        prompts.Quotable(
            number=quote.number,
            label=labels.get(quote.citation.paper_id, ""),
            text=" ".join(quote.place.split()),
            cites=tuple(work.name for work in quote.cites),
        )
        for quote in quotes
    ]


def _section_ask(brief: Brief, attempt: int) -> Ask[Section]:
    labels = {paper_id: paper.label for paper_id, paper in brief.papers.items()}
    shown = _quotables(brief.quotes, labels)
    outline = [
        f"{n}. {' – '.join(filter(None, (section.name, section.about)))}"
        for n, section in enumerate(brief.plan.sections, 1)
    ]
    name = f"{brief.section.name} ({attempt + 1})"
    if brief.action is None:
        prompt = prompts.section_prompt(
            brief.question,
            outline=outline,
            name=brief.section.name,
            as_list=brief.section.format == "list",
            quotes=shown,
            attempt=attempt,
        )
        return Ask(kind="section", name=name, prompt=prompt)
    prompt = prompts.edit_prompt(
        brief.question,
        outline=outline,
        name=brief.section.name,
        action=brief.action,
        instruction=brief.instruction,
        quotes=shown,
        before=None if brief.before is None else " ".join(part.text for part in brief.before.text),
        attempt=attempt,
    )
    return Ask(kind="edit", name=name, prompt=prompt)


def _draft(section: Section, model: str, brief: Brief) -> Draft:
    known = {quote.number for quote in brief.quotes}
    labels = [paper.label for paper in brief.papers.values()]
    removed = 0

    def drafts(items: Sequence[Sentence]) -> Iterator[DraftSentence]:
        nonlocal removed
        for item in items:
            text, unknown = strip_references(item.text, labels)
            numbers = tuple(number for number in item.quotes if number in known)
            removed += unknown + len(item.quotes) - len(numbers)
            if text.strip():
                yield DraftSentence(text=text, quotes=numbers)

    tldr, sentences = tuple(drafts(section.tldr)), tuple(drafts(section.sentences))
    return Draft(tldr=tldr, sentences=sentences, model=model, removed_references=removed)


def _columns_ask(brief: Brief) -> Ask[Columns]:
    shown = _quotables(brief.quotes, {paper_id: paper.label for paper_id, paper in brief.papers.items()})
    prompt = prompts.columns_prompt(brief.question, brief.section.name, brief.section.about, shown)
    return Ask(kind="table", name=f"columns of {brief.section.name}", prompt=prompt)


def _columns(call: Outcome[Columns]) -> tuple[TableColumn, ...]:
    columns = call.reply.columns if call.reply is not None else ()
    named = {item.name.strip().casefold(): item for item in columns if item.name.strip()}
    return tuple(TableColumn(name=item.name.strip(), description=item.description.strip()) for item in named.values())[
        :SUGGESTED_COLUMNS
    ]


def row_ask(table: str, paper: PaperPassages, columns: Sequence[str]) -> Ask[Row]:
    """Return the request for a paper's cells; each column is said in a sentence."""
    prompt = prompts.row_prompt(paper.paper.title, paper.passages, columns)
    return Ask(kind="table", name=f"{table} {paper.paper.paper_id}", prompt=prompt)


def _table(
    columns: tuple[TableColumn, ...], rows: Sequence[Outcome[Row]], papers: Sequence[PaperPassages]
) -> DraftTable | None:
    if not columns or all(call.reply is None for call in rows):
        return None
    cells = (drafted_cells(call.reply, len(columns), item.passages) for call, item in zip(rows, papers, strict=True))
    return DraftTable(columns=columns, cells=tuple(cells))


def drafted_cells(row: Row | None, count: int, passages: Sequence[Evidence]) -> tuple[DraftCell | None, ...]:
    """Return the cells that a model filled, in the order of the columns."""
    shown = _shown(passages)
    by_column = {} if row is None else {item.column: item for item in reversed(row.cells)}
    return tuple(_cell(by_column.get(number), shown) for number in range(1, count + 1))


def _cell(item: Cell | None, shown: ShownExcerpts) -> DraftCell | None:
    if item is None or not item.value.strip():
        return None
    chosen = named_words(item.sentences, item.part, shown)
    if not chosen:
        return None
    words = item.value.split()
    value = " ".join(words[:CELL_WORDS]) + (" …" if len(words) > CELL_WORDS else "")
    return DraftCell(value=value, quote=chosen[0].text, number=chosen[0].number)
