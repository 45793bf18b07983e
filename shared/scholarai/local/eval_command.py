"""`scholarai eval`: asks questions with gold evidence, and says how the configured model does."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.errors import ScholarError
from scholarai.domain.values import to_json
from scholarai.local.files import LinesError, opened
from scholarai.local.gold_questions import GoldQuestion, Scored, read_gold, report, score
from scholarai.local.inputs import InputError, one_paper
from scholarai.local.terminal import DONE, SOME_FAILED, code_of, code_of_all, complain, keep_logs_quiet, show

# Questions on the sample paper, so that the command can be tried.
SAMPLE = Path(__file__).parent / "sample" / "questions.jsonl"


def evaluate(questions: Path | None, also: Path | None, *, as_json: bool = False, data: Path | None = None) -> int:
    """Print scores over all questions, or with `as_json` those of each, write a line per question to `also` if it is given, and return the exit code.

    Without `questions`, those on the sample paper are asked.

    A question that fails is named on stderr and counts in no score.
    """
    keep_logs_quiet()
    try:
        asked = read_gold(questions or SAMPLE)
        with Library(data) as library:
            scored, failed = _scored(library, asked, also)
    except LinesError as error:
        return complain(str(error), SOME_FAILED)
    codes = [DONE for _ in scored] + [complain(*fault) for fault in failed]
    if as_json:
        for row in scored:
            show(row, "", as_json=True)
    else:
        print(*report(scored), sep="\n")
    return code_of_all(codes)


def _scored(
    library: Library, asked: Sequence[GoldQuestion], output: Path | None
) -> tuple[list[Scored], list[tuple[str, int]]]:
    """Return the scores, and a message with its exit code for each question that failed."""
    scored: list[Scored] = []
    failed: list[tuple[str, int]] = []
    with ProgressLine(len(asked)) as progress, opened(output) if output else nullcontext() as lines:
        for item in asked:
            try:
                row = _asked(library, item, progress)
            except (ScholarError, InputError) as error:
                said = error.in_words if isinstance(error, ScholarError) else error
                failed.append((f"question {json.dumps(item.id)}: {said}".rstrip(), code_of(error)))
            else:
                scored.append(row)
                if lines is not None:
                    lines.write(to_json(row).decode() + "\n")
            progress.finish(item.text)
    return scored, failed


def _asked(library: Library, item: GoldQuestion, progress: ProgressLine) -> Scored:
    paper = one_paper(library, item.paper, progress)
    started = time.monotonic()
    answer = library.ask(paper, item.text)
    seconds = time.monotonic() - started
    return score(item, answer, library.search(paper, item.text), seconds)
