"""The public Python interface, as `import scholarai` offers it.

The functions keep what they read in the library of the command line: the folder that SCHOLARAI_DATA names, or the user's
data folder. A paper is read once, whatever asks for it next. `Library` opens a folder of your own. On a terminal and in a
notebook a bar shows how far they are; `progress=False` shows none.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from pathlib import Path

from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.api.adding import Papers, naming
from scholarai.api.library import Library as Library
from scholarai.api.library import ReviewFailedError as ReviewFailedError
from scholarai.api.sources import open_source
from scholarai.api.streaming import AnswerStream as AnswerStream
from scholarai.api.tables import Column as Column
from scholarai.api.tables import TableFailedError as TableFailedError
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.config import SettingsError as SettingsError
from scholarai.domain.chat import Answer as Answer
from scholarai.domain.chat import Citation as Citation
from scholarai.domain.chat import Evidence as Evidence
from scholarai.domain.checked_text import CheckedReferences as CheckedReferences
from scholarai.domain.checked_text import CheckedText as CheckedText
from scholarai.domain.checked_text import FoundSource as FoundSource
from scholarai.domain.checking import CheckedQuote as CheckedQuote
from scholarai.domain.content import PaperContent as PaperContent
from scholarai.domain.depth import Depth
from scholarai.domain.errors import ConflictError as ConflictError
from scholarai.domain.errors import InvalidRequestError as InvalidRequestError
from scholarai.domain.errors import LimitReachedError as LimitReachedError
from scholarai.domain.errors import ModelRefusedError as ModelRefusedError
from scholarai.domain.errors import NotFoundError as NotFoundError
from scholarai.domain.errors import NotReadyError as NotReadyError
from scholarai.domain.errors import PaperFaultError as PaperFaultError
from scholarai.domain.errors import ScholarError as ScholarError
from scholarai.domain.errors import TransientError as TransientError
from scholarai.domain.paper import Paper as Paper
from scholarai.domain.review import Report as Report
from scholarai.domain.tables import ShownTable as ShownTable
from scholarai.ports.reading import PaperReader


def read(path: str | Path, *, pdf: str | Path | None = None) -> PaperContent:
    """Return everything that a paper says: metadata, sections, blocks with boxes, figures, tables, equations, references.

    Nothing is kept. The file is read in a process of its own, within the limits of the environment's settings.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> content = scholarai.read(sample_paper())
        >>> content.title
        'How Likely Is a Shared Birthday? Exact Values, an Approximation and a Simulation'
        >>> [section.title for section in content.sections if section.number == "1"]
        ['Introduction']

    Args:
        path: A PDF, Word, LaTeX or other file that is read (docs/formats.md), an archive of a LaTeX project, or a project's folder.
        pdf: The PDF of a paper whose source is at `path`: the source's text, equations and tables get places on its pages.
            A PDF beside LaTeX or Markdown that is called as it is, or inside its archive, is found without being named.

    Raises:
        PaperFaultError: If the file cannot be read as a paper; `code` says why, `action` what to do.
        TransientError: If no process could be started, or there is no room on the disk.
    """
    temporary_directories = LockedTemporaryDirectories.of_system()
    temporary_directories.sweep()
    with naming(path), open_source(Path(path), temporary_directories, pdf=None if pdf is None else Path(pdf)) as source:
        return _reader().read(source, lambda *_: None)


def ask(papers: Papers, question: str, *, depth: Depth | None = None, progress: bool | None = None) -> Answer:
    """Answer a question from up to 200 papers together, every quote checked; see `Library.ask`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> answer = scholarai.ask(sample_paper(), "How many people make a shared birthday more likely than not?")
        >>> citation = answer.sections[0].citations[0]
        >>> citation.verdict, [page.page_number for page in citation.pages]
        ('exact', [1])
    """
    return _library(progress).ask(papers, question, depth=depth)


def stream(papers: Papers, question: str, *, depth: Depth | None = None, progress: bool | None = None) -> AnswerStream:
    """Answer like `ask`, and return the answer as it is written; see `Library.stream`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> stream = scholarai.stream(sample_paper(), "How many people make a shared birthday more likely than not?")
        >>> "Twenty-three people are enough" in "".join(stream)
        True
        >>> stream.answer.sections[0].citations[0].verdict
        'exact'
    """
    return _library(progress).stream(papers, question, depth=depth)


def search(papers: Papers, question: str, k: int = 10, *, progress: bool | None = None) -> tuple[Evidence, ...]:
    """Return at most `k` passages of papers for a question, best first; see `Library.search`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> passages = scholarai.search(sample_paper(), "Figure 1", k=2)
        >>> len(passages), "Figure 1" in passages[0].text
        (2, True)
    """
    return _library(progress).search(papers, question, k)


def check(papers: Papers, quote: str, *, progress: bool | None = None) -> CheckedQuote:
    """Return what papers say to a quote of anybody's, and where; see `Library.check`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> checked = scholarai.check(sample_paper(), "For 23 people the exact probability is 0.9073.")
        >>> checked.verdict, [change.kind for change in checked.changes]
        ('altered', ['number'])
    """
    return _library(progress).check(papers, quote)


def check_text(papers: Papers | None, text: str, *, model: bool = False, progress: bool | None = None) -> CheckedText:
    """Hold a whole text, such as an assistant's answer, against papers, sentence by sentence; see `Library.check_text`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> answer = 'The paper says: "For 23 people the exact probability is 0.9073." Is that much?'
        >>> checked = scholarai.check_text(sample_paper(), answer)
        >>> [sentence.outcome for sentence in checked.sentences]
        ['changed', 'not_checkable']
    """
    return _library(progress).check_text(papers, text, model=model)


def check_references(text: str) -> CheckedReferences:
    """Return the references of a text, and which of the works exist as far as one can search; see `Library.check_references`.

    Examples:
        >>> import scholarai
        >>> checked = scholarai.check_references("It was shown before (doi:10.1080/01621459.1989.10478847).")
        >>> [reference.reference.doi for reference in checked.references]
        ['10.1080/01621459.1989.10478847']
    """
    return _library(None).check_references(text)


def find_source(
    papers: Papers | None, sentences: str | Sequence[str], *, limit: int = 5, progress: bool | None = None
) -> tuple[FoundSource, ...]:
    """Return for each sentence the papers that have it, best first; see `Library.find_source`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> (found,) = scholarai.find_source(sample_paper(), "We ignore leap days, twins and the seasons")
        >>> [paper.checked.verdict for paper in found.papers]
        ['exact']
    """
    return _library(progress).find_source(papers, sentences, limit=limit)


def review(  # noqa: PLR0913  - one keyword per wish
    papers: Papers,
    question: str,
    *,
    budget_usd: float | None = None,
    depth: Depth | None = None,
    n_retrieval: int | None = None,
    n_rerank: int | None = None,
    threshold: float | None = None,
    tables: bool = True,
    progress: bool | None = None,
) -> Report:
    """Write a literature review of papers, every sentence with its quotes; see `Library.review`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> report = scholarai.review(sample_paper(), "How likely is a shared birthday?")
        >>> report.complete, len(report.papers), report.sections[0].text[0].citations[0].verdict
        (True, 1, 'exact')
    """
    return _library(progress).review(
        papers,
        question,
        budget_usd=budget_usd,
        depth=depth,
        n_retrieval=n_retrieval,
        n_rerank=n_rerank,
        threshold=threshold,
        tables=tables,
    )


def table(
    papers: Papers,
    questions: str | Column | Sequence[str | Column],
    *,
    title: str = "",
    budget_usd: float | None = None,
    progress: bool | None = None,
) -> ShownTable:
    """Ask papers the same questions: a row per paper, a column per question; see `Library.table`.

    Examples:
        >>> import scholarai
        >>> from scholarai.testing import sample_paper
        >>> made = scholarai.table(sample_paper(), "How many people make a shared birthday more likely than not?")
        >>> cell = made.rows[0].cells[0]
        >>> cell.state, cell.citations[0].verdict
        ('candidate', 'exact')
    """
    return _library(progress).table(papers, questions, title=title, budget_usd=budget_usd)


def _library(progress: bool | None) -> Library:
    folder = Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "embedded"}).data_dir.absolute()
    return _opened(folder).showing(progress)


@functools.cache
def _opened(data_folder: Path) -> Library:
    """Return the library of a folder, kept with its models for the next call."""
    return Library(data_folder)


def _reader() -> PaperReader:
    return App(Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "embedded"})).extraction.reader()
