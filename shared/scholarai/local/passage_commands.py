"""`scholarai search`: searches one paper for questions, a line of results for each."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.domain.chat import Evidence
from scholarai.domain.errors import ScholarError
from scholarai.local.files import LinesError, opened, read_lines
from scholarai.local.inputs import InputError, one_paper
from scholarai.local.terminal import DONE, SOME_FAILED, ProgressLine, complain, keep_logs_quiet


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the id that its results carry."""

    id: Any
    text: str


def search(
    paper: Path, question: str | None, questions: Path | None, k: int, output: Path | None, *, data: Path | None = None
) -> int:
    """Write one line of results per question and return the exit code."""
    keep_logs_quiet()
    try:
        asked = [Question(id="1", text=question or "")] if questions is None else read_questions(questions)
        with ProgressLine(len(asked)) as progress, opened(output) as lines, Library(data) as library:
            one = one_paper(library, paper, progress)
            for item in asked:
                found = library.search(one, item.text, k)
                lines.write(json.dumps(_results(item, found), ensure_ascii=False) + "\n")
                progress.finish(paper.name)
    except (LinesError, InputError) as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(f"{paper}: {error.in_words}", SOME_FAILED)
    return DONE


def read_questions(file: Path) -> Sequence[Question]:
    """Return the questions of a file with `question_id` and `question` per line; empty lines are skipped.

    Raises:
        LinesError: If a line is not of that form.
    """
    return read_lines(file, _question, "question_id and question")


def _question(row: Any) -> Question:
    return Question(id=row["question_id"], text=str(row["question"]))


def _results(question: Question, found: Sequence[Evidence]) -> dict[str, Any]:
    best = max((item.score for item in found if math.isfinite(item.score)), default=0.0)
    return {"question_id": question.id, "results": [_result(item, best) for item in found]}


def _result(item: Evidence, best: float) -> dict[str, Any]:
    return {
        "chunk_id": item.chunk_id,
        "text": item.text,
        # A place that the question names ranks above everything that was found.
        "score": item.score if math.isfinite(item.score) else best + 1.0,
        "section_path": list(item.section_path),
        "page_numbers": list(item.page_numbers),
    }
