"""`scholarai search`: a paper's passages ranked for questions."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from scholarai import bootstrap
from scholarai.domain.chat import Evidence
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.local.exits import DONE, SOME_FAILED, complain
from scholarai.local.library import OWNER, Library
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the id that its results carry."""

    id: Any
    text: str


class QuestionsError(ValueError):
    """A questions file is not what it should be; the message names the line."""


def search(paper: Path, question: str | None, questions: Path | None, k: int, output: Path | None) -> int:
    """Write one line of results per question and return the exit code."""
    keep_logs_quiet()
    try:
        asked = [Question(id="1", text=question or "")] if questions is None else read_questions(questions)
        with ProgressLine(1 + len(asked)) as progress, _opened(output) as lines:
            shelved = Library().add(paper, progress)
            progress.finish(paper.name)
            for item in asked:
                lines.write(json.dumps(_results(shelved.id, item, k), ensure_ascii=False) + "\n")
                progress.finish(paper.name)
    except QuestionsError as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(f"{paper}: {error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
    return DONE


def read_questions(file: Path) -> Sequence[Question]:
    """Return the questions of a file with `question_id` and `question` per line; empty lines are skipped.

    Raises:
        QuestionsError: If a line is not of that form.
    """
    found: list[Question] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            found.append(Question(id=row["question_id"], text=str(row["question"])))
        except (ValueError, KeyError, TypeError):
            raise QuestionsError(f"{file}:{number}: expected an object with question_id and question") from None
    return found


def _results(paper_id: PaperId, question: Question, k: int) -> dict[str, Any]:
    found = bootstrap.search_paper().run(OWNER, paper_id, question.text, k=k)
    best = max((item.score for item in found if math.isfinite(item.score)), default=0.0)
    return {"question_id": question.id, "results": [_result(item, best) for item in found]}


def _result(item: Evidence, best: float) -> dict[str, Any]:
    return {
        "chunk_id": item.chunk_id,
        "text": item.text,
        # A place that the question names stands above all that was merely found.
        "score": item.score if math.isfinite(item.score) else best + 1.0,
        "section_path": list(item.section_path),
        "page_numbers": list(item.page_numbers),
    }


@contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    draft = output.with_name(f".{output.name}.draft")
    with draft.open("w", encoding="utf-8") as file:
        yield file
    draft.replace(output)
