"""A library of papers in a folder of this machine."""

from __future__ import annotations

import copy
import os
import warnings
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.api.adding import AddPaper, OnPercent, PaperLike, Papers, adding, naming, require_order
from scholarai.api.citing import Bibliographies
from scholarai.api.exports import Exports
from scholarai.api.own import OwnThings
from scholarai.api.progress import ProgressLine, shown_progress
from scholarai.api.sources import papers_in
from scholarai.api.streaming import AnswerStream
from scholarai.api.tables import StepQueue, Tables
from scholarai.api.works import Works
from scholarai.api.zotero import ZoteroThings
from scholarai.bootstrap import App, settings_of
from scholarai.domain.chat import Answer, Evidence
from scholarai.domain.checked_text import CheckedReferences, CheckedText, FoundSource, NearPassage, QuoteInText
from scholarai.domain.checking import Brief, CheckedQuote, QuoteToCheck, fault_of
from scholarai.domain.content import PaperContent
from scholarai.domain.depth import Depth, DepthEstimate, Step, event_in_words
from scholarai.domain.errors import InvalidRequestError, PaperFaultError, ScholarError
from scholarai.domain.ids import COMMAND_LINE, OwnerId, PaperId
from scholarai.domain.limits import QUOTES_PER_CALL
from scholarai.domain.paper import Failure, MetadataField, Paper
from scholarai.domain.review import Report, Review, ReviewRequest
from scholarai.ports.models import Answerer, Embedder
from scholarai.services.chat.asking import AnswerSaved, ChatEvent
from scholarai.services.chat.record import Question
from scholarai.services.reviews.requests import ReviewEstimate

_PAPERS_PER_PAGE = 100


class ReviewFailedError(ScholarError):
    """A review ended without a complete report; `report` is what was written, if anything."""

    def __init__(self, failure: Failure, report: Report | None) -> None:
        super().__init__(failure.code, failure.message, action=failure.action)
        self.retryable = failure.retryable
        self.report = report


class Library(Bibliographies, Exports, Tables, Works):
    """Papers on this machine, each read once and kept with its index in a data folder.

    Papers are told apart by their bytes: the same file under two names is one paper. Any number of processes may use one
    folder, among them `scholarai` on the command line, which sees the same papers, and `scholarai serve`, whose own
    papers are separate. It may be used by several threads. Everything raises TransientError when the folder or a model
    cannot be reached; trying again can help.

    Examples:
        >>> import tempfile
        >>> from scholarai import Library
        >>> from scholarai.testing import sample_paper
        >>> with tempfile.TemporaryDirectory() as folder, Library(folder) as library:
        ...     paper = library.add(sample_paper())
        ...     print(paper.metadata.title)
        ...     answer = library.ask(paper, "How many people make a shared birthday more likely than not?")
        ...     print(answer.sections[0].citations[0].verdict)
        ...     library.delete(paper)
        ...     print(list(library.papers()))
        How Likely Is a Shared Birthday? Exact Values, an Approximation and a Simulation
        exact
        []
    """

    def __init__(
        self,
        data_folder: str | Path | None = None,
        *,
        answerer: Answerer | None = None,
        embedder: Embedder | None = None,
        progress: bool | None = None,
    ) -> None:
        """Open a library; nothing is read or written before the first call.

        Args:
            data_folder: Made when it is missing. None: the folder that SCHOLARAI_DATA names, or the user's data folder.
            answerer: Answers questions. None: the model that the environment's settings name, else the one that was chosen
                for this folder on the page of `scholarai serve`.
            embedder: Makes vectors; papers whose vectors another one made are searched by words alone. None: as above.
            progress: Whether a bar shows how far reading and asking are. None: on a terminal and in a notebook.

        Raises:
            SettingsError: If a setting of the environment is wrong.
        """
        chosen = {} if data_folder is None else {"SCHOLARAI_DATA": str(Path(data_folder).expanduser().absolute())}
        settings = settings_of({**os.environ, **chosen, "SCHOLARAI_BACKEND": "embedded"})
        self._backend = EmbeddedBackend(settings)
        self._app = App(settings, self._backend, answerer=answerer, embedder=embedder)
        self._owner = COMMAND_LINE
        self._progress = progress

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder's files. A closed library opens again when it is used."""
        self._backend.close()

    def of(self, owner: str) -> Library:
        """Return the library of another owner of the folder, such as `local`, whose papers the page of `scholarai serve` shows.

        Both share what is open and loaded, and are closed together. A file that is added is copied into the folder, so that the page
        can show it.
        """
        other = copy.copy(self)
        other._owner = OwnerId(owner)  # noqa: SLF001  - a library, too
        return other

    def showing(self, progress: bool | None) -> Library:
        """Return the same library, which shows its progress otherwise; both share what is open, and are closed together."""
        other = copy.copy(self)
        other._progress = progress  # noqa: SLF001  - a library, too
        return other

    @property
    def data_folder(self) -> Path:
        """Where everything is kept."""
        return self._app.settings().data_dir

    def add(self, path: str | Path, *, on_percent: OnPercent | None = None) -> Paper:
        """Read a paper into the library and return it; one that is there already is not read again.

        Args:
            path: A PDF, Word, LaTeX or other file that is read (docs/formats.md), an archive of a LaTeX project, or a project's folder.
                A `.tex` file brings the LaTeX files below its folder, a `.md` file the bibliographies beside it.
            on_percent: Called from another thread with how much is done, from 0 to 100. None: a bar shows it.

        Raises:
            PaperFaultError: If the file cannot be read as a paper; `code` says why.
        """
        if on_percent is None:
            with shown_progress(self._progress) as bar:
                return self.add(path, on_percent=bar.percent(Path(path).name))
        with naming(path):
            return adding(self._app, self._owner).add(Path(path), on_percent)

    def attach(self, pdf: str | Path, source: str | Path, *, on_percent: OnPercent | None = None) -> Paper:
        """Read a PDF with its source, or an archive of it; the text of the paper is then the source's, placed on the PDF's pages.

        A paper that was read from the PDF before keeps its id, notes and conversations.

        Raises:
            PaperFaultError: If a file cannot be read, or they are different papers; the paper is then as the PDF alone says.
        """
        with naming(source):
            return AddPaper(self._app, self._owner).attach(Path(pdf), Path(source), on_percent)

    def papers(self) -> Iterator[Paper]:
        """Yield the papers, latest first."""
        cursor: str | None = None
        while True:
            page = self._app.papers.owned_papers().page(self._owner, limit=_PAPERS_PER_PAGE, cursor=cursor)
            yield from page.papers
            if (cursor := page.next_cursor) is None:
                return

    def paper(self, paper_id: str) -> Paper:
        """Return a paper by its id.

        Raises:
            NotFoundError: If the library has none of this id.
        """
        return self._app.papers.owned_papers().get(self._owner, PaperId(paper_id))

    def content(self, paper: PaperLike) -> PaperContent:
        """Return everything that was read from a paper.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        return self._app.papers.get_content().get(self._owner, self._id(paper))

    def describe(
        self, paper: Paper, changes: Mapping[MetadataField, Any], *, restore: Collection[MetadataField] = ()
    ) -> Paper:
        """Correct what is known of a paper as a publication, and return it; nothing that is read later overwrites that.

        Args:
            paper: Which.
            changes: Values by field, as in `Metadata`; None, or nothing in it, says that there is none.
            restore: Fields that are to be as the paper says again.

        Raises:
            InvalidRequestError: If a DOI or arXiv id is none, or a field is to be both changed and restored.
            NotFoundError: If the library has no such paper.
        """
        return self._app.papers.describe_paper().describe(self._owner, paper.id, changes, restore)

    @property
    def own(self) -> OwnThings:
        """Tags, favourites, collections and notes, and the list of papers that shows them."""
        return OwnThings(self._app, self._owner)

    @property
    def zotero(self) -> ZoteroThings:
        """Import from Zotero, and write back to it."""
        return ZoteroThings(self._app, self._owner)

    def delete(self, paper: Paper) -> None:
        """Remove a paper and everything made from it, quotes in reviews too; the file it was read from stays.

        Raises:
            NotFoundError: If the library has no such paper.
        """
        with self._backend.room_to_delete():
            self._app.deletion.delete_paper().delete(self._owner, paper.id)

    def merge(
        self, paper: Paper, other: Paper, *, fields: Collection[MetadataField] = (), remove: bool = True
    ) -> Paper:
        """Give a paper what is kept of a second record of it, and return it.

        Notes, highlights, tags, collections and conversations go to the first paper. Places in the second one are looked for in the
        first one, and quotes are checked there again.

        Args:
            paper: The paper that stays.
            other: The same paper, a second time.
            fields: What of the description is taken from the second one.
            remove: Whether the second one is deleted with what was read from it; else it stays as a paper of its own.

        Raises:
            NotFoundError: If the library has not both.
            InvalidRequestError: If both are one paper.
            ConflictError: If one is being read or merged, or only the second one has a text.
        """
        with self._backend.room_to_delete():
            return self._app.deletion.merge_papers().merge(
                self._owner, paper.id, other.id, tuple(fields), remove=remove
            )

    def ask(self, papers: Papers | None, question: str, *, depth: Depth | None = None) -> Answer:
        """Answer a question from up to 200 papers together.

        Args:
            papers: Whom to ask. None: the whole library, or the 200 papers that a first search finds.
            question: What to ask.
            depth: How far to look: "quick" searches once; "normal" plans searches and weighs what they find, "deep" also looks
                for what is missing and reads its answer a second time. None: the setting's.

        Returns:
            Sections with citations, each checked against its paper: a verdict, the paper's own words, and the boxes where
            they stand. Without enough evidence `refusal` is set and `sections` is empty, which is no error.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            InvalidRequestError: If the question is empty or longer than 8,000 characters, or there are too many papers.
            NotFoundError: If the library has no such paper.
            ModelRefusedError: If the model may not answer.
        """
        with shown_progress(self._progress) as bar:
            return self.ask_saved(papers, question, depth=depth, on_event=lambda event: _show_step(bar, event)).answer

    def stream(self, papers: Papers | None, question: str, *, depth: Depth | None = None) -> AnswerStream:
        """Answer like `ask`, and return the answer as it is written: an iterator over pieces of its text.

        Raises:
            InvalidRequestError: If the arguments are swapped. While it is read: what `ask` raises.
        """
        require_order(papers, question, "stream(papers, question)")
        by_passage = self._app.chat.ask_papers().answerer().verbatim
        return AnswerStream(self._asked(papers, question, depth), by_passage=by_passage)

    def ask_saved(
        self,
        papers: Papers | None,
        question: str,
        *,
        depth: Depth | None = None,
        on_event: Callable[[DepthEstimate | Step], None] = lambda _: None,
    ) -> AnswerSaved:
        """Answer like `ask`, and return the answer with the conversation it was saved in.

        `on_event` gets what the answer takes at most before it starts, and each step when it is done.
        """
        require_order(papers, question, "ask(papers, question)")
        for event in self._asked(papers, question, depth):
            if isinstance(event, DepthEstimate | Step):
                on_event(event)
            elif isinstance(event, AnswerSaved):
                return event
        raise TypeError("a question that raises nothing ends with a saved answer")

    def _asked(self, papers: Papers | None, question: str, depth: Depth | None) -> Generator[ChatEvent]:
        paper_ids = () if papers is None else self._ids(papers)
        asked = Question(owner=self._owner, text=question, paper_ids=paper_ids, library=papers is None, depth=depth)
        yield from self._app.chat.ask_papers().ask(asked)

    def search(self, papers: Papers | None, question: str, k: int = 10) -> tuple[Evidence, ...]:
        """Return at most `k` passages of papers for a question, best first.

        Args:
            papers: Where to look. None: the papers of the library that a first search finds.
            question: A question or keywords.
            k: How many passages at most, of all papers together.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            InvalidRequestError: If the question is empty or longer than 8,000 characters.
            NotFoundError: If the library has no such paper.
        """
        require_order(papers, question, "search(papers, question)")
        ids = None if papers is None else self._ids(papers)
        if ids is not None and len(ids) == 1:
            found = self._app.passages.search_paper().search(self._owner, ids[0], question, k=k)
        else:
            found = self._app.passages.search_passages().evidence(self._owner, question, ids, k=k)
        papers_found = {paper_id: self.paper(paper_id) for paper_id in {item.paper_id for item in found}}
        titles = {paper_id: paper.metadata.title or paper.filename for paper_id, paper in papers_found.items()}
        return tuple(replace(item, title=titles[item.paper_id]) for item in found)

    def brief(self, paper: PaperLike) -> Brief:
        """Return what a paper is about, in its own sentences, and questions to ask it first; no model is called."""
        return self._app.chat.brief_paper().brief(self._owner, self._id(paper))

    def check(self, papers: Papers | None, quote: str) -> CheckedQuote:
        """Return what papers say to a quote of anybody's; no model is asked.

        Args:
            papers: What it is held against. None: the whole library.
            quote: The words that are said to stand there.

        Returns:
            A verdict (`domain/verdicts.py`), the paper's own words, what differs, and where they stand: of several papers, of the one
            with the best verdict, which `paper_id` and `title` name.

        Raises:
            InvalidRequestError: If the quote has no letter or digit, or more than 2,400 characters.
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        require_order(papers, quote, "check(papers, quote)")
        (held,) = self.check_among(papers, [QuoteToCheck(quote_id=1, quote=quote)])
        if held.checked.error is not None:
            raise InvalidRequestError(held.checked.error.code, held.checked.error.detail)
        return replace(held.checked, quote=quote, paper_id=held.paper_id, title=held.title)

    def check_all(self, paper: PaperLike, quotes: Sequence[QuoteToCheck]) -> Iterator[CheckedQuote]:
        """Yield what a paper says to each quote, in their order; one that cannot be checked has an `error` instead.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        paper_id = self._id(paper)
        service = self._app.passages.check_quotes()
        for first in range(0, len(quotes), QUOTES_PER_CALL):
            yield from service.check(self._owner, paper_id, quotes[first : first + QUOTES_PER_CALL])

    def check_among(self, papers: Papers | None, quotes: Sequence[QuoteToCheck]) -> Iterator[QuoteInText]:
        """Yield what the best of several papers says to each quote, in their order; one that cannot be checked has an `error` instead.

        Args:
            papers: Where they may stand. None: the whole library.
            quotes: Quotes with ids.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        ids = None if papers is None else [self.paper(paper_id).id for paper_id in self._ids(papers)]
        if ids is not None and len(ids) == 1:
            paper = self.paper(ids[0])
            for quote, checked in zip(quotes, self.check_all(paper, quotes), strict=True):
                title = paper.metadata.title or paper.filename
                yield QuoteInText(
                    start=0,
                    end=len(quote.quote),
                    quote=quote.quote,
                    checked=checked,
                    paper_id=paper.id,
                    title=title,
                )
            return
        sources = self._app.checking.check_text().sources
        for quote in quotes:
            missing = CheckedQuote(quote_id=quote.quote_id, verdict="not_found")
            whole = QuoteInText(start=0, end=len(quote.quote), quote=quote.quote, checked=missing)
            fault = fault_of(quote.quote)
            if fault is not None:
                yield replace(whole, checked=CheckedQuote(quote_id=quote.quote_id, proves=False, error=fault))
                continue
            for best in sources.find(self._owner, ids, quote.quote, limit=1):
                checked = replace(best.checked, quote_id=quote.quote_id)
                whole = replace(whole, checked=checked, paper_id=best.paper_id, title=best.title)
            yield whole

    def find_passages(self, papers: Papers | None, question: str, *, limit: int = 10) -> tuple[NearPassage, ...]:
        """Return at most `limit` paragraphs for a question, best first; `places` are those of the sentence that fits best.

        Args:
            papers: Where to look. None: the whole library.
            question: A question or keywords.
            limit: How many passages at most.

        Raises:
            InvalidRequestError: If the question is empty or longer than 8,000 characters.
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        ids = None if papers is None else self._ids(papers)
        return self._app.passages.search_passages().search(self._owner, question, ids, limit=limit)

    def passages_at(self, paper: PaperLike, ranges: Sequence[tuple[int, int]]) -> tuple[NearPassage, ...]:
        """Return ranges of a paper's text as passages with the boxes where they are printed, in the same order.

        Raises:
            NotFoundError: If the library has no such paper.
        """
        return self._app.passages.search_passages().at(self._owner, self._id(paper), ranges)

    def check_text(self, papers: Papers | None, text: str, *, model: bool = False) -> CheckedText:
        """Hold a whole text, such as an assistant's answer, against papers, sentence by sentence.

        Args:
            papers: What it is held against. None: the whole library.
            text: Markdown, plain text, or HTML as a browser copies it.
            model: Whether a model reads the sentences that are no quotes beside the passages nearest to them.

        Returns:
            Each sentence with its outcome: `said`, `changed`, `cut`, `joined` and `not_found` of quotes; `closest` for a sentence
            without quotes, with the passages nearest to it and what differs from them; `not_checkable`.

        Raises:
            InvalidRequestError: If the text is empty or longer than 200,000 characters.
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        require_order(papers, text, "check_text(papers, text)")
        return self._app.checking.check_text().check(
            self._owner, text, None if papers is None else self._ids(papers), model=model
        )

    def find_source(
        self, papers: Papers | None, sentences: str | Sequence[str], *, limit: int = 5
    ) -> tuple[FoundSource, ...]:
        """Return for each sentence the papers that have it, best first; where none says it, the passages nearest to it.

        Args:
            papers: Where to look. None: the whole library.
            sentences: A sentence or a quote, or several.
            limit: How many papers, and passages, at most.

        Raises:
            InvalidRequestError: If a sentence has no letter or digit.
        """
        several = [sentences] if isinstance(sentences, str | Path | Paper) else sentences
        for sentence in several:
            require_order(papers, sentence, "find_source(papers, sentences)")
        ids = None if papers is None else self._ids(papers)
        return self._app.checking.check_text().find_source(self._owner, several, ids, limit=limit)

    def check_references(self, text: str) -> CheckedReferences:
        """Return the references of a text, and which of the works exist: in the library, and at the services that are switched on.

        Args:
            text: Markdown, plain text or HTML. Its references are the entries of a bibliography at its end; without one, its DOIs,
                and its authors with a year.

        Raises:
            InvalidRequestError: If the text is empty or longer than 200,000 characters.
        """
        return self._app.checking.check_references().check(self._owner, text)

    def review(  # noqa: PLR0913  - one keyword per wish
        self,
        papers: Papers,
        question: str,
        *,
        budget_usd: float | None = None,
        depth: Depth | None = None,
        n_retrieval: int | None = None,
        n_rerank: int | None = None,
        threshold: float | None = None,
        tables: bool = True,
    ) -> Report:
        """Write a literature review of up to 500 papers.

        Args:
            papers: What it may cite.
            question: What the review is about.
            budget_usd: What the model may cost. None: SCHOLARAI_REVIEW_BUDGET_USD.
            depth: How far to look: "quick" searches once; "normal" weighs what is found, "deep" also searches again for what is
                missing and checks what is written. None: SCHOLARAI_REVIEW_DEPTH.
            n_retrieval: How many passages the search takes, 1 to 1,000. None: 256.
            n_rerank: How many of them are read, 1 to 200. None: 50, and more where more papers bear on the question.
            threshold: The share of the best passage's score that a passage needs in order to be read, 0 to 1. None: 0.2.
            tables: Whether sections that compare papers get a table.

        Raises:
            ReviewFailedError: If no complete report could be written; `report` holds what was.
            PaperFaultError: If a file cannot be read as a paper.
            InvalidRequestError: If the question, the budget, the passages or the number of papers is out of bounds.
        """
        with shown_progress(self._progress) as bar:
            review, report = self.run_review(
                papers,
                question,
                on_step=bar.count,
                budget_usd=budget_usd,
                depth=depth,
                n_retrieval=n_retrieval,
                n_rerank=n_rerank,
                threshold=threshold,
                tables=tables,
            )
        if review.failure is not None or report is None:
            failure = review.failure or Failure(
                code="report_missing", message="the review ended without a report", action="", retryable=False
            )
            raise ReviewFailedError(failure, report)
        return report

    def estimate_review(self, papers: Papers, *, depth: Depth | None = None) -> ReviewEstimate:
        """Return what a review of papers is expected to take and cost; no model is asked."""
        return self._app.reviews.start_review().estimate(self._owner, self._ids(papers), depth=depth)

    def run_review(
        self,
        papers: Papers,
        question: str,
        *,
        on_step: Callable[[str], None] = lambda _: None,
        **wishes: Any,
    ) -> tuple[Review, Report | None]:
        """Review like `review`, and return the review's record with its report; `on_step` gets each step's name.

        With `discover` the report also has what outside services know beyond these papers (docs/literature.md).

        Args:
            papers: What it may cite.
            question: What the review is about.
            on_step: Gets the name of each step as it begins.
            wishes: Other fields of a ReviewRequest, which `review` takes, or `discover`.
        """
        require_order(papers, question, "review(papers, question)")
        request = ReviewRequest(question=question, paper_ids=self._ids(papers), **wishes)
        orders = StepQueue()
        started = self._app.reviews.start_review(orders).start(self._owner, request)
        orders.do_all(self._app.reviews.run_review_step(orders).run, begun=lambda message: on_step(message.step))
        return self._app.reviews.reports().read(self._owner, started.id)

    def _ids(self, papers: Papers) -> tuple[PaperId, ...]:
        """Return the ids of papers, each once; what is no paper of the library is read into it first.

        A file that was found in a folder and cannot be read is left out, with a warning that names it.

        Raises:
            PaperFaultError: If a named file cannot be read as a paper, or no file of a folder can.
        """
        several = [papers] if isinstance(papers, str | Path | Paper) else papers
        # What was given, and a path or a paper of it.
        named: list[tuple[PaperLike, Path | Paper]] = []
        for given in several:
            if isinstance(given, Paper):
                named.append((given, given))
                continue
            with naming(given):
                named += [(given, path) for path in papers_in(Path(given)).papers]
        found: dict[PaperId, None] = {}
        unread: PaperFaultError | None = None
        with shown_progress(self._progress) as bar:
            bar.expect(len(named))
            for given, one in named:
                name = one.filename if isinstance(one, Paper) else one.name
                try:
                    paper = one if isinstance(one, Paper) else self.add(one, on_percent=bar.percent(name))
                except PaperFaultError as error:
                    if one == Path(str(given)):
                        raise
                    bar.clear()
                    warnings.warn(f"Left out: {error}", stacklevel=3)
                    unread = error
                else:
                    found[paper.id] = None
                bar.finish(name)
        if unread is not None and not found:
            raise unread
        return tuple(found)

    def _id(self, paper: PaperLike) -> PaperId:
        return paper.id if isinstance(paper, Paper) else self.add(paper).id


def _show_step(bar: ProgressLine, event: DepthEstimate | Step) -> None:
    """Show the steps of an answer that looks more than once; their number is not known before."""
    if isinstance(event, Step):
        bar.count(event_in_words(event))
