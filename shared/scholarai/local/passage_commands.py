"""`scholarai search`: searches papers for questions, a line of results for each."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.chat import Evidence, place_label
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value, to_json
from scholarai.local.files import LinesError, opened, read_lines
from scholarai.local.inputs import InputError, add_all
from scholarai.local.terminal import DONE, SOME_FAILED, code_of, complain, keep_logs_quiet

_WIDTH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the id that its results carry."""

    id: Any
    text: str


class PassageFound(Value, frozen=True, kw_only=True):
    """A passage of a paper; a higher `score` is better, and scores of one search can be compared.

    `title` is the paper's, or its file's name where it has none.
    """

    paper_id: PaperId
    title: str
    chunk_id: ChunkId
    text: str
    score: float
    section_path: tuple[str, ...]
    page_numbers: tuple[int, ...]


class SearchResults(Value, frozen=True, kw_only=True):
    """The passages for a question, best first; `question_id` as the file of questions has it, "1" of a question that was typed."""

    question_id: Any
    results: tuple[PassageFound, ...]


def search(  # noqa: PLR0913  - the options of the command
    files: Sequence[Path],
    question: str | None,
    questions: Path | None = None,
    output: Path | None = None,
    *,
    k: int = 10,
    as_json: bool = True,
    whole_library: bool = False,
    data: Path | None = None,
) -> int:
    """Write the passages for each question, a line of JSON for each or text for a reader, and return the exit code."""
    keep_logs_quiet()
    try:
        asked = [Question(id="1", text=question or "")] if questions is None else read_questions(questions)
        with ProgressLine(len(asked)) as progress, opened(output) as lines, Library(data) as library:
            papers = None if whole_library else add_all(library, files, progress)
            for item in asked:
                found = library.search(papers, item.text, k)
                if as_json or output is not None:
                    lines.write(to_json(_results(item, found)).decode() + "\n")
                else:
                    progress.clear()
                    lines.writelines(f"{line}\n" for line in _lines(library, found, papers))
                progress.finish(item.text)
    except (LinesError, InputError) as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(error.in_words, code_of(error))
    return SOME_FAILED if progress.failures else DONE


def read_questions(file: Path) -> Sequence[Question]:
    """Return the questions of a file with `question_id` and `question` per line; empty lines are skipped.

    Raises:
        LinesError: If a line is not of that form.
    """
    return read_lines(file, _question, "question_id and question")


def _question(row: Any) -> Question:
    return Question(id=row["question_id"], text=str(row["question"]))


def _results(question: Question, found: Sequence[Evidence]) -> SearchResults:
    best = max((item.score for item in found if math.isfinite(item.score)), default=0.0)
    return SearchResults(question_id=question.id, results=tuple(_result(item, best) for item in found))


def _lines(library: Library, found: Sequence[Evidence], papers: Sequence[Paper] | None) -> Iterator[str]:
    """Yield each passage below its place, and its paper where there are several."""
    for number, item in enumerate(found, start=1):
        place = place_label(item.section_path, item.page_numbers)
        if papers is None or len(papers) > 1:
            place = f"{library.paper(item.paper_id).filename}, {place}"
        yield visible(f"[{number}] {place}")
        yield from map(visible, textwrap.wrap(item.text, _WIDTH, initial_indent="    ", subsequent_indent="    "))
        yield ""


def _result(item: Evidence, best: float) -> PassageFound:
    return PassageFound(
        paper_id=item.paper_id,
        title=item.title,
        chunk_id=item.chunk_id,
        text=item.text,
        # A place that the question names ranks above everything that was found.
        score=item.score if math.isfinite(item.score) else best + 1.0,
        section_path=item.section_path,
        page_numbers=item.page_numbers,
    )
