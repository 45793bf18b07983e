"""`scholarai review`: a literature review of papers on this machine, every sentence with its quote."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.depth import Depth
from scholarai.domain.errors import ScholarError
from scholarai.domain.exports import REPORT_ENDINGS, Export, export_for, exports_of
from scholarai.domain.formats import listed
from scholarai.domain.paper import Paper
from scholarai.domain.review import Report, Review
from scholarai.local.costs import expected_cost
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain
from scholarai.local.inputs import STDIN, InputError, add_all
from scholarai.local.jsonl import write_whole
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet


def review(
    question: str,
    files: Sequence[Path],
    output: Path | None,
    *,
    budget_usd: float | None = None,
    depth: Depth | None = None,
    beyond: int | None = None,
    data: Path | None = None,
) -> int:
    """Review the files together, write the report in the form that the output's ending says, return the exit code.

    `beyond`: search beyond them, too, and read so many of the found works first; None: no search.
    """
    keep_logs_quiet()
    export = export_for(".md" if output is None or output == STDIN else output.suffix.lower(), exports_of("report"))
    if export is None:
        return complain(f"{output}: a report ends in {listed(REPORT_ENDINGS)}", USAGE)
    if output is not None and not output.parent.is_dir():
        return complain(f"{output.parent}: there is no such folder", SOME_FAILED)
    try:
        with ProgressLine() as progress, Library(data) as library:
            papers = [*add_all(library, files, progress), *_fetched(library, question, beyond, progress)]
            if expected := expected_cost(library.estimate_review(papers, depth=depth)):
                progress.say(expected)
            on_step = _step_counter(progress)
            found, report = library.run_review(
                question, papers, budget_usd=budget_usd, depth=depth, discover=beyond is not None, on_step=on_step
            )
    except InputError as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(error.in_words, SOME_FAILED)
    return _finished(found, report, export, output)


def _fetched(library: Library, question: str, most: int | None, progress: ProgressLine) -> Iterator[Paper]:
    """Yield the papers that found works became, and say what became of each work."""
    for work in library.add_found(question, most=most) if most else ():
        progress.say(f"{work.outcome}: {work.title or work.asked}{f': {work.detail}' if work.detail else ''}")
        if work.outcome == "added" and work.paper_id is not None:
            yield library.paper(work.paper_id)


def _finished(found: Review, report: Report | None, export: Export, output: Path | None) -> int:
    """Write the report, and say on stderr what is missing."""
    text = "" if report is None else export.render(found, report)
    text += "\n" if text and not text.endswith("\n") else ""
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
