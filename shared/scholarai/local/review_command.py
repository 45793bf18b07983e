"""`scholarai review`: a literature review of papers on this machine, every sentence with its quote."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.errors import ScholarError
from scholarai.domain.review import Report, Review
from scholarai.entrypoints.replies import render_json
from scholarai.entrypoints.review_schemas import ReviewView
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain
from scholarai.local.inputs import STDIN, InputError, add_all
from scholarai.local.jsonl import write_whole
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet
from scholarai.reviewing.export_data import to_bibtex, to_csv
from scholarai.reviewing.export_text import to_html, to_markdown


def review(
    question: str,
    files: Sequence[Path],
    output: Path | None,
    *,
    budget_usd: float | None = None,
    data: Path | None = None,
) -> int:
    """Review the files together, write the report in the form that the output's ending says, return the exit code."""
    keep_logs_quiet()
    ending = ".md" if output is None or output == STDIN else output.suffix.lower()
    if ending not in RENDERERS:
        return complain(f"{output}: a report ends in {', '.join(RENDERERS)}", USAGE)
    if output is not None and not output.parent.is_dir():
        return complain(f"{output.parent}: there is no such folder", SOME_FAILED)
    try:
        with ProgressLine() as progress, Library(data) as library:
            papers = add_all(library, files, progress)
            on_step = _step_counter(progress)
            found, report = library.run_review(question, papers, budget_usd=budget_usd, on_step=on_step)
    except InputError as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(f"{error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
    return _finished(found, report, ending, output)


def _finished(found: Review, report: Report | None, ending: str, output: Path | None) -> int:
    """Write what there is of the report, and say what there is not."""
    text = "" if report is None else RENDERERS[ending](found, report)
    if text and (output is None or output == STDIN):
        sys.stdout.write(text)
    elif text and output is not None:
        write_whole(output, text)
    if found.failure is not None:
        failure = found.failure
        return complain(f"{failure.code}: {failure.message} {failure.action}".rstrip(), SOME_FAILED)
    if not text:
        return complain(f"{output}: not written, since the report holds no table or paper for it", SOME_FAILED)
    return DONE


def _step_counter(progress: ProgressLine) -> Callable[[str], None]:
    def on_step(name: str) -> None:
        progress.expect(1)
        progress.finish(name)

    return on_step


def _markdown(found: Review, report: Report) -> str:
    return to_markdown(report, found.notices, extractive=found.model == "extractive")


def _html(found: Review, report: Report) -> str:
    return to_html(report, found.notices, extractive=found.model == "extractive")


def _json(found: Review, report: Report) -> str:
    return f"{render_json(ReviewView.of(found, report)).decode()}\n"


RENDERERS: dict[str, Callable[[Review, Report], str]] = {
    ".md": _markdown,
    ".html": _html,
    ".htm": _html,
    ".json": _json,
    ".bib": lambda _, report: to_bibtex(report),
    ".csv": lambda _, report: to_csv(report),
}
