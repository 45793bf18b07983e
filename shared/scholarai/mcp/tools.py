"""The tools: what each is called, what it takes and gives, and the function behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from scholarai.api.library import Library
from scholarai.domain.checking import QuoteToCheck
from scholarai.domain.depth import Depth, DepthEstimate, event_in_words
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import (
    PAPERS_PER_CHAT,
    QUESTION_CHARACTERS,
    QUOTES_PER_CALL,
    SENTENCES_PER_CALL,
    SOURCES_PER_SENTENCE,
    TEXT_CHARACTERS,
)
from scholarai.domain.listing import LibraryQuery
from scholarai.domain.paper import Paper
from scholarai.mcp import reading
from scholarai.mcp.answers import (
    Answered,
    CheckedQuotes,
    Found,
    Listed,
    ListedPaper,
    Part,
    Passage,
    Quote,
    Source,
    Sources,
    TextChecked,
)
from scholarai.mcp.places import Links

PaperIds = Annotated[tuple[str, ...], Meta(max_length=PAPERS_PER_CHAT, description="None: the whole library")]
_G = TypeVar("_G")


class CallCancelledError(Exception):
    """Nobody waits for a call any more."""


class Running(Protocol):
    """A call under way, as its tool sees it."""

    def report(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the client how far the call is; any thread may."""
        ...

    def require_wanted(self) -> None:
        """Raises CallCancelledError if the client has cancelled the call, or has gone."""
        ...


class Desk(Struct, frozen=True, kw_only=True):
    """What the tools of one caller work on.

    `takes_files`: the caller's files are those of this machine. `require_costs` raises InvalidRequestError for one who may not
    cause costs.
    """

    library: Library
    links: Links
    takes_files: bool
    require_costs: Callable[[], object] = lambda: None

    def papers(self, ids: Sequence[str]) -> list[Paper] | None:
        """Return the caller's papers of these ids, None for none: the whole library.

        Raises:
            NotFoundError: If one is unknown, or another owner's.
        """
        return [self.library.paper(PaperId(one)) for one in dict.fromkeys(ids)] or None


class GivenQuotes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    quotes: Annotated[tuple[str, ...], Meta(min_length=1, max_length=QUOTES_PER_CALL)]
    paper_ids: PaperIds = ()


class GivenText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=TEXT_CHARACTERS, description="Markdown, plain text or HTML")]
    paper_ids: PaperIds = ()
    model: Annotated[bool, Meta(description="let the user's model judge sentences without quotes")] = False


class GivenSentences(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    sentences: Annotated[tuple[str, ...], Meta(min_length=1, max_length=SENTENCES_PER_CALL)]
    limit: Annotated[int, Meta(ge=1, le=SOURCES_PER_SENTENCE)] = 3


class GivenSearch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    query: Annotated[str, Meta(min_length=1, max_length=QUESTION_CHARACTERS)]
    paper_ids: PaperIds = ()
    limit: Annotated[int, Meta(ge=1, le=50)] = 8


class GivenPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    paper_id: str
    part: Literal["outline", "section", "page", "figure", "table", "reference"] = "outline"
    name: Annotated[str, Meta(max_length=500, description="its number, title or label")] = ""
    start: Annotated[int, Meta(ge=0, description="`next` of the part before")] = 0


class GivenQuestion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    question: Annotated[str, Meta(min_length=1, max_length=QUESTION_CHARACTERS)]
    paper_ids: PaperIds = ()
    depth: Depth | None = None


class GivenPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    source: Annotated[
        str, Meta(min_length=1, max_length=4_096, description="a file's absolute path, a DOI, arXiv id, PMID or title")
    ]


class GivenList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    words: Annotated[str, Meta(max_length=1_000, description="words of title, author or text")] = ""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    cursor: str = ""


class Tool(Struct, Generic[_G], frozen=True, kw_only=True):
    """A tool; `open_world` tells whether it may ask services or models outside this machine, if the settings name any."""

    name: str
    title: str
    says: str
    takes: type[_G]
    gives: type[Struct]
    run: Callable[[Desk, _G, Running], Struct]
    read_only: bool = True
    open_world: bool = False

    def call(self, desk: Desk, arguments: Mapping[str, Any], running: Running) -> Struct:
        """Run the tool with arguments as they came.

        Raises:
            msgspec.ValidationError: If they are not what it takes.
            ScholarError: If it cannot be done.
        """
        return self.run(desk, msgspec.convert(dict(arguments), self.takes), running)


def _check_quotes(desk: Desk, given: GivenQuotes, running: Running) -> CheckedQuotes:
    quotes = [QuoteToCheck(quote_id=number, quote=quote) for number, quote in enumerate(given.quotes)]
    results = []
    for held in desk.library.check_among(desk.papers(given.paper_ids), quotes):
        running.require_wanted()
        results.append(Quote.of(held, desk.links))
        running.report(len(results), len(quotes))
    return CheckedQuotes(results=tuple(results))


def _check_text(desk: Desk, given: GivenText, _: Running) -> TextChecked:
    if given.model:
        desk.require_costs()
    checked = desk.library.check_text(desk.papers(given.paper_ids), given.text, model=given.model)
    return TextChecked.of(checked, desk.links)


def _find_source(desk: Desk, given: GivenSentences, running: Running) -> Sources:
    results: list[Source] = []
    for sentence in given.sentences:
        running.require_wanted()
        (found,) = desk.library.find_source(None, sentence, limit=given.limit)
        results.append(Source.of(found, desk.links))
        running.report(len(results), len(given.sentences))
    return Sources(results=tuple(results))


def _search_library(desk: Desk, given: GivenSearch, _: Running) -> Found:
    found = desk.library.find_passages(desk.papers(given.paper_ids), given.query, limit=given.limit)
    return Found(passages=tuple(Passage.of(one, desk.links) for one in found))


def _read(desk: Desk, given: GivenPart, _: Running) -> Part:
    paper = desk.library.paper(PaperId(given.paper_id))
    content = desk.library.content(paper)
    match given.part:
        case "outline":
            return reading.outline(paper, content, desk.links)
        case "section":
            return reading.section(desk.library, paper, content, given.name, desk.links, given.start)
        case "page":
            return reading.page(desk.library, paper, content, given.name, desk.links, given.start)
        case "figure":
            return reading.figure(paper, content, given.name, desk.links)
        case "table":
            return reading.table(paper, content, given.name, desk.links)
        case "reference":
            return reading.reference(desk.library, paper, given.name, desk.links)


def _ask(desk: Desk, given: GivenQuestion, running: Running) -> Answered:
    desk.require_costs()
    papers = desk.papers(given.paper_ids)
    steps = 0

    def on_event(event: Any) -> None:
        nonlocal steps
        running.require_wanted()
        steps += not isinstance(event, DepthEstimate)
        running.report(steps, message=event_in_words(event))

    answer = desk.library.ask_saved(papers, given.question, depth=given.depth, on_event=on_event).answer
    cited = {citation.paper_id for section in answer.sections for citation in section.citations}
    titles = {one: _title(desk.library.paper(one)) for one in cited}
    return Answered.of(answer, titles, desk.links)


def _add_paper(desk: Desk, given: GivenPaper, running: Running) -> ListedPaper:
    path = Path(given.source).expanduser()
    if path.is_absolute():
        if not desk.takes_files:
            raise InvalidRequestError(
                "path_refused", "this server does not read files of its own machine", action="Add it on the page."
            )
        paper = desk.library.add(path, on_percent=lambda percent: running.report(percent, 100))
        return ListedPaper.of(paper, desk.links)
    added = desk.library.add_work(given.source)
    if added.paper_id is None:
        raise ConflictError(added.code or "work_unknown", added.detail or "No service knows this work.")
    return ListedPaper.of(desk.library.paper(added.paper_id), desk.links, added.detail)


def _list_papers(desk: Desk, given: GivenList, _: Running) -> Listed:
    query = LibraryQuery(
        text=given.words,
        sort="relevance" if given.words else "added",
        limit=given.limit,
        cursor=given.cursor or None,
    )
    listing = desk.library.own.papers(query)
    return Listed(
        papers=tuple(ListedPaper.of(paper, desk.links) for paper in listing.papers),
        total=listing.total,
        cursor=listing.next_cursor or "",
    )


def _title(paper: Paper) -> str:
    return paper.metadata.title or paper.filename


TOOLS: tuple[Tool[Any], ...] = (
    Tool(
        name="check_quotes",
        title="Check quotes",
        says="Check word by word whether papers say these quotes. Tells changed words, words cut off, and the place.",
        takes=GivenQuotes,
        gives=CheckedQuotes,
        run=_check_quotes,
    ),
    Tool(
        name="check_text",
        title="Check a text",
        says="Check a whole text, such as your own draft answer, against papers, sentence by sentence, with its quotes.",
        takes=GivenText,
        gives=TextChecked,
        run=_check_text,
        open_world=True,
    ),
    Tool(
        name="find_source",
        title="Find the source",
        says="Find which papers of the library say these sentences, or come closest.",
        takes=GivenSentences,
        gives=Sources,
        run=_find_source,
    ),
    Tool(
        name="search_library",
        title="Search",
        says="Find passages for a question. Quote them word for word.",
        takes=GivenSearch,
        gives=Found,
        run=_search_library,
    ),
    Tool(
        name="read",
        title="Read a part",
        says="Read a part of a paper; its outline names the parts.",
        takes=GivenPart,
        gives=Part,
        run=_read,
    ),
    Tool(
        name="ask",
        title="Ask papers",
        says="Have the user's own model, or rules, answer a question with checked quotes. It is kept as a conversation, and may cost money.",
        takes=GivenQuestion,
        gives=Answered,
        run=_ask,
        read_only=False,
        open_world=True,
    ),
    Tool(
        name="add_paper",
        title="Add a paper",
        says="Add a paper to the library and read it, which may take a minute.",
        takes=GivenPaper,
        gives=ListedPaper,
        run=_add_paper,
        read_only=False,
        open_world=True,
    ),
    Tool(
        name="list_papers",
        title="List papers",
        says="List the papers of the library with their ids.",
        takes=GivenList,
        gives=Listed,
        run=_list_papers,
    ),
)
