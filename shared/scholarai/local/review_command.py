"""`scholarai review`: a literature review of papers on this machine, every sentence with its quote."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from scholarai import bootstrap
from scholarai.domain.errors import ScholarError, TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.review import Report, Review, ReviewRequest, StepMessage
from scholarai.local.exits import DONE, SOME_FAILED, complain
from scholarai.local.library import OWNER, Library
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet
from scholarai.reviewing.export_data import to_bibtex, to_csv
from scholarai.reviewing.export_text import to_html, to_markdown

# A step that fails in passing is tried again at once this often; the server waits in between, a person does not.
_TRIES = 3
_FORMATS = {".html": to_html, ".htm": to_html}


class Orders:
    """Implements `ports.reviews.StepPublisher` for one process: the next step waits here."""

    def __init__(self) -> None:
        self.waiting: deque[StepMessage] = deque()

    def publish(self, message: StepMessage) -> None:
        self.waiting.append(message)


def review(question: str, files: Sequence[Path], output: Path | None, *, budget_usd: float | None = None) -> int:
    """Review the files together, write the report and return the exit code."""
    keep_logs_quiet()
    paper_ids: list[PaperId] = []
    with ProgressLine(2 * len(files)) as progress:
        library = Library()
        for file in files:
            try:
                paper_ids.append(library.add(file, progress).id)
            except ScholarError as error:
                return complain(f"{file}: {error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
            progress.finish(file.name)
        try:
            made = _run(ReviewRequest(question=question, paper_ids=tuple(paper_ids), budget_usd=budget_usd), progress)
        except ScholarError as error:
            return complain(f"{error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
    found, report = bootstrap.read_report().run(OWNER, made.id)
    if report is not None:
        _write(found, report, output)
    if found.failure is not None:
        failure = found.failure
        return complain(f"{failure.code}: {failure.message} {failure.action}".rstrip(), SOME_FAILED)
    return DONE


def _run(request: ReviewRequest, progress: ProgressLine) -> Review:
    orders = Orders()
    started = bootstrap.start_review(orders).run(OWNER, request)
    run = bootstrap.run_review_step(orders)
    while orders.waiting:
        message = orders.waiting.popleft()
        progress.advance(message.step, message.n, None)
        _do(run.run, message)
    return bootstrap.get_review().run(OWNER, started.id)


def _do(step: Callable[[StepMessage], object], message: StepMessage) -> None:
    for attempt in range(1, _TRIES + 1):
        try:
            step(message)
        except TransientError:
            if attempt == _TRIES:
                raise
        else:
            return


def _write(found: Review, report: Report, output: Path | None) -> None:
    suffix = output.suffix.lower() if output is not None else ".md"
    match suffix:
        case ".bib":
            text = to_bibtex(report)
        case ".csv":
            text = to_csv(report)
        case _:
            render = _FORMATS.get(suffix, to_markdown)
            text = render(report, found.notices, extractive=found.model == "extractive")
    if output is None:
        sys.stdout.write(text)
        return
    draft = output.with_name(f".{output.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(output)
