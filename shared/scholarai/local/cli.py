"""The command line: `scholarai COMMAND`."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from scholarai.config import SettingsError
from scholarai.domain.errors import ScholarError
from scholarai.domain.plugins import load
from scholarai.local.arguments import settle_json
from scholarai.local.parser import make_parser
from scholarai.local.question_parser import require_order, settle_check, settle_question
from scholarai.local.terminal import DONE, USAGE, code_of, complain

# Options that the parser sets for itself; a command gets all others by their names.
OF_THE_PARSER = {"command", "action", "tool", "runs", "prints", "refuse", "show_help"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = make_parser().parse_args(arguments)
    if "runs" not in options:  # `ops` without a tool
        options.show_help()
        return DONE
    settle_json(options)
    if options.command in {"ask", "search"}:
        settle_question(options)
    if options.command == "check":
        settle_check(options)
    if options.command == "review":
        require_order(options)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # papers hold characters that old code pages of terminals lack
    if options.command == "serve":  # gunicorn has handlers of its own
        return _run(options)
    with _ended_like_an_interruption():
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    try:
        given = {name: value for name, value in vars(options).items() if name not in OF_THE_PARSER}
        # A command's module is imported when it is run: most load NumPy and the store, some a server.
        code: int = load(f"scholarai.local.{options.runs}")(**given)
        sys.stdout.flush()
        return code  # noqa: TRY300  - an `else` would leave the handlers below without the flush
    except SettingsError as error:
        return complain(str(error), USAGE)
    except _TerminatedError:
        return 128 + signal.SIGTERM
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (OSError, ScholarError) as error:
        return complain(_in_words(error), code_of(error))


def _in_words(error: OSError | ScholarError) -> str:
    if isinstance(error, ScholarError):
        return error.in_words
    # Errors about a file name it; those about the standard output, such as a full disk, name none.
    return f"{error.filename}: {error.strerror}" if error.filename is not None else str(error.strerror or error)


class _TerminatedError(KeyboardInterrupt):
    """SIGTERM came; as after Ctrl-C, finished outputs stay and drafts are removed."""


@contextmanager
def _ended_like_an_interruption() -> Iterator[None]:
    """Raise `_TerminatedError` when SIGTERM comes, and put the process's own handler back at the end."""

    def on_term(_signal: int, _frame: FrameType | None) -> None:
        raise _TerminatedError

    if threading.current_thread() is not threading.main_thread():  # only the main thread may set handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, on_term)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
