"""`scholarai check`: quotes of anybody's held against a paper."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scholarai import bootstrap
from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.codec import from_plain, to_json
from scholarai.domain.errors import ScholarError
from scholarai.domain.limits import QUOTES_PER_CALL
from scholarai.entrypoints.check_schemas import CheckedQuoteV1
from scholarai.local.exits import DONE, SOME_FAILED, complain
from scholarai.local.jsonl import LinesError, opened, read_lines
from scholarai.local.library import OWNER, Library
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet


def check(paper: Path, quote: str | None, quotes: Path | None, output: Path | None) -> int:
    """Write one line per quote and return the exit code; a quote that is not in the paper is no failure."""
    keep_logs_quiet()
    try:
        given = [QuoteToCheck(quote_id="1", quote=quote or "")] if quotes is None else read_quotes(quotes)
        failed: list[CheckedQuote] = []
        with ProgressLine(1 + len(given)) as progress, opened(output) as lines:
            for checked in check_paper(paper, given, progress):
                lines.write(to_json(CheckedQuoteV1.of(checked)).decode() + "\n")
                failed += [checked] if checked.error is not None else []
                progress.finish(paper.name)
    except LinesError as error:
        return complain(str(error), SOME_FAILED)
    except ScholarError as error:
        return complain(f"{paper}: {error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
    for checked in failed:
        complain(_named(checked, quotes), SOME_FAILED)
    return SOME_FAILED if failed else DONE


def check_paper(
    paper: Path, quotes: Sequence[QuoteToCheck], progress: ProgressLine | None = None
) -> Iterator[CheckedQuote]:
    """Yield what the paper in a file says to each quote, in their order, however many there are.

    The file is read and indexed the first time, and kept in the library that `SCHOLARAI_DATA` names.

    Raises:
        PaperFaultError: If the file cannot be read as a paper.
        TransientError: If the store or the embedding model cannot be reached.
    """
    shown = progress or ProgressLine(1, io.StringIO())
    shelved = Library().add(paper, shown)
    shown.finish(paper.name)
    service = bootstrap.check_quotes()
    for first in range(0, len(quotes), QUOTES_PER_CALL):
        yield from service.run(OWNER, shelved.id, quotes[first : first + QUOTES_PER_CALL])


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
