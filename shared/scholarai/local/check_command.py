"""`scholarai check`: checks quotes against a paper."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.errors import ScholarError
from scholarai.domain.values import from_plain, to_json
from scholarai.entrypoints.check_schemas import CheckedQuoteV1
from scholarai.local.exits import DONE, SOME_FAILED, complain
from scholarai.local.inputs import InputError, one_paper
from scholarai.local.jsonl import LinesError, opened, read_lines
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet


def check(paper: Path, quote: str | None, quotes: Path | None, output: Path | None, *, data: Path | None = None) -> int:
    """Write one line per quote and return the exit code; a quote that is not in the paper is no failure."""
    keep_logs_quiet()
    try:
        given = [QuoteToCheck(quote_id="1", quote=quote or "")] if quotes is None else read_quotes(quotes)
        failed: list[CheckedQuote] = []
        with ProgressLine(len(given)) as progress, opened(output) as lines, Library(data) as library:
            one = one_paper(library, paper, progress)
            for checked in library.check_all(given, one):
                lines.write(to_json(CheckedQuoteV1.of(checked)).decode() + "\n")
                failed += [checked] if checked.error is not None else []
                progress.finish(paper.name)
    except (LinesError, InputError) as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(f"{paper}: {error.in_words}", SOME_FAILED)
    for checked in failed:
        complain(_named(checked, quotes), SOME_FAILED)
    return SOME_FAILED if failed else DONE


def read_quotes(file: Path) -> Sequence[QuoteToCheck]:
    """Return the quotes of a file with `quote_id` and `quote` per line; empty lines and other fields are skipped.

    Raises:
        LinesError: If a line is not of that form.
    """
    return read_lines(file, _quote, "quote_id (a string or a whole number) and quote (a string)")


def _quote(row: Any) -> QuoteToCheck:
    read = from_plain(QuoteToCheck, row)
    quote_id = _whole(read.quote_id) if isinstance(read.quote_id, str) else read.quote_id
    return QuoteToCheck(quote_id=quote_id, quote=_whole(read.quote))


def _whole(text: str) -> str:
    """Replace halves of surrogate pairs, which JSON's escapes can hold and UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _named(checked: CheckedQuote, file: Path | None) -> str:
    fault = checked.error
    code, detail = ("", "") if fault is None else (fault.code, fault.detail)
    which = "" if file is None else f"{file}: quote {json.dumps(checked.quote_id)}: "
    return f"{which}{code}: {detail}"
