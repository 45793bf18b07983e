"""Exit codes, and how commands print results, errors and logs."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, TextIO

from scholarai.domain.errors import InvalidRequestError, NotFoundError, ScholarError
from scholarai.domain.invisible_characters import visible
from scholarai.domain.values import to_json

# Exit codes, by the kind of what happened (docs/errors.md).
DONE, SOME_FAILED, USAGE = 0, 1, 2
# The command did its work, and the papers do not say it.
NOT_SAID = 3
# What was named by an id or a name is not in the library.
NOT_FOUND = 4
# A model, a service or the store is busy or away: the same command may work later.
TRY_AGAIN = 5


class Styles(NamedTuple):
    """How words are set off, as formats with a place for them."""

    struck: str = "~~{}~~"
    right: str = "**{}**"
    good: str = "{}"
    bad: str = "{}"
    faint: str = "{}"


_PLAIN = Styles()
_COLOURED = Styles(
    struck="\x1b[31;9m{}\x1b[0m",
    right="\x1b[32;1m{}\x1b[0m",
    good="\x1b[32m{}\x1b[0m",
    bad="\x1b[31;1m{}\x1b[0m",
    faint="\x1b[2m{}\x1b[0m",
)


def styles_of(stream: TextIO) -> Styles:
    """Return colours for a terminal that has them, unless NO_COLOR is set (https://no-color.org); else marks of Markdown."""
    able = stream.isatty() and os.environ.get("TERM", "") not in {"", "dumb"} and not os.environ.get("NO_COLOR")
    return _COLOURED if able else _PLAIN


def code_of(error: Exception) -> int:
    """Return the exit code of a command that an error ends."""
    if isinstance(error, ScholarError):
        if error.retryable:
            return TRY_AGAIN
        kinds = ((NotFoundError, NOT_FOUND), (InvalidRequestError, USAGE))
        return next((code for kind, code in kinds if isinstance(error, kind)), SOME_FAILED)
    return int(getattr(error, "exit_code", SOME_FAILED))


def code_of_all(codes: Sequence[int]) -> int:
    """Return the exit code of a command that did something for several inputs: of all failures alike, their kind."""
    return codes[0] if len(set(codes)) == 1 else SOME_FAILED if any(codes) else DONE


def show(value: object, text: str, *, as_json: bool) -> None:
    """Write a result to the standard output: as JSON, whose schema the command's parser names, or as text."""
    sys.stdout.write(f"{visible(to_json(value).decode() if as_json else text)}\n")


def complain(message: str, code: int) -> int:
    """Say on stderr what is wrong and return the exit code."""
    print(f"scholarai: {message}", file=sys.stderr)
    return code


def keep_logs_quiet() -> None:
    """Show warnings and errors only; SCHOLARAI_LOG=info shows everything."""
    logger = logging.getLogger("scholarai")
    if logger.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("scholarai: %(levelname)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO if os.environ.get("SCHOLARAI_LOG") == "info" else logging.WARNING)
    logger.propagate = False
