"""The command line: `scholarai COMMAND`."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from scholarai.config import SettingsError
from scholarai.domain.errors import ScholarError
from scholarai.local.arguments import settle_json
from scholarai.local.completion import completion
from scholarai.local.move_command import move
from scholarai.local.ops_command import ops
from scholarai.local.parser import make_parser
from scholarai.local.question_parser import require_order, settle_check, settle_question
from scholarai.local.terminal import DONE, SOME_FAILED, TRY_AGAIN, USAGE, code_of, complain


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = make_parser().parse_args(arguments)
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
        code = _COMMANDS[options.command](options)
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


def _serve(options: argparse.Namespace) -> int:
    from scholarai.local.data_commands import StoreHeldError, data_folder, served_store
    from scholarai.local.functions import FunctionsMissingError
    from scholarai.local.server import PortTakenError, serve

    folder = data_folder(options.data)
    try:
        with served_store(folder, read_only=options.read_only) as why_read_only:
            serve(
                options.port,
                folder,
                host=options.host,
                shows_page=sys.stderr.isatty() if options.open is None else options.open,
                all_accounts=options.all_accounts,
                why_read_only=why_read_only,
            )
    except StoreHeldError as error:
        return complain(str(error), TRY_AGAIN)
    except (FunctionsMissingError, PortTakenError) as error:
        return complain(str(error), SOME_FAILED)
    return DONE


def _extract(options: argparse.Namespace) -> int:
    from scholarai.local.extract_command import extract

    return extract(options.papers, options.output, tables=options.tables, pdf=options.pdf, as_json=options.json)


def _search(options: argparse.Namespace) -> int:
    from scholarai.local.passage_commands import search

    return search(
        options.papers,
        options.question,
        options.questions,
        options.output,
        k=options.k,
        as_json=options.json,
        whole_library=options.library,
        data=options.data,
    )


def _ask(options: argparse.Namespace) -> int:
    from scholarai.local.ask_command import ask

    return ask(
        options.papers,
        options.question,
        options.questions,
        options.output,
        as_json=options.json,
        whole_library=options.library,
        depth=options.depth,
        data=options.data,
    )


def _check(options: argparse.Namespace) -> int:
    from scholarai.local.check_command import Wanted, check_quotes, check_references, check_text

    wanted = Wanted(options.output, as_json=options.json)
    if options.text is None:
        return check_quotes(options.papers, options.quote, options.quotes, wanted, data=options.data)
    if options.references:
        return check_references(options.text, wanted, data=options.data)
    return check_text(
        options.text, options.papers, wanted, model=options.model, export=options.export, data=options.data
    )


def _mcp(options: argparse.Namespace) -> int:
    from scholarai.local.mcp_command import mcp

    return mcp(http=options.http, port=options.port, page=options.page, data=options.data)


def _review(options: argparse.Namespace) -> int:
    from scholarai.local.review_commands import review

    return review(
        options.question,
        options.papers,
        options.output,
        as_json=options.json,
        depth=options.depth,
        beyond=options.fetch or (0 if options.discover else None),
        data=options.data,
        budget_usd=options.budget,
        n_retrieval=options.n_retrieval,
        n_rerank=options.n_rerank,
        threshold=options.threshold,
        tables=options.tables,
    )


def _table(options: argparse.Namespace) -> int:
    from scholarai.local.review_commands import refresh, table

    if options.refresh:
        more = bool(options.columns or options.papers or options.budget is not None)
        return refresh(
            options.collection, options.output, title=options.title, more=more, as_json=options.json, data=options.data
        )
    return table(
        options.columns,
        options.papers,
        options.output,
        collection=options.collection,
        title=options.title,
        budget_usd=options.budget,
        as_json=options.json,
        data=options.data,
    )


def _with_actions(options: argparse.Namespace) -> int:
    from scholarai.local import library_command, papers_command, zotero_command

    commands = {"papers": papers_command.run, "library": library_command.run, "zotero": zotero_command.run}
    return commands[options.command](options)


def _add(options: argparse.Namespace) -> int:
    from scholarai.local.works_command import add

    return add(
        options.works,
        data=options.data,
        fetch=not options.no_pdf,
        fetch_entries=options.pdf,
        supplement_of=options.supplement_of,
        as_json=options.json,
    )


def _discover(options: argparse.Namespace) -> int:
    from scholarai.local.works_command import discover

    return discover(
        options.question,
        limit=options.limit,
        chosen=options.add,
        data=options.data,
        fetch=not options.no_pdf,
        as_json=options.json,
    )


def _retractions(options: argparse.Namespace) -> int:
    from scholarai.local.works_command import retractions

    return retractions(options.action, data=options.data, as_json=options.json)


def _export(options: argparse.Namespace) -> int:
    from scholarai.local.export_command import export

    return export(
        options.ids,
        options.output,
        form=options.format,
        style=options.style,
        session=options.conversation,
        data=options.data,
        as_json=options.json,
    )


def _eval(options: argparse.Namespace) -> int:
    from scholarai.local.eval_command import SAMPLE, evaluate

    return evaluate(options.questions or SAMPLE, options.also, as_json=options.json, data=options.data)


def _data(options: argparse.Namespace) -> int:
    from scholarai.local.data_commands import backup, restore, verify

    match options.command:
        case "backup":
            return backup(options.file, data=options.data, as_json=options.json)
        case "restore":
            return restore(options.file, data=options.data, as_json=options.json)
    return verify(data=options.data, as_json=options.json)


def _move(options: argparse.Namespace) -> int:
    return move(options.to, data=options.data, owner=options.owner, as_owner=options.as_owner, as_json=options.json)


def _models(options: argparse.Namespace) -> int:
    from scholarai.local.models_command import models

    return models(os.environ, as_json=options.json)


def _schema(options: argparse.Namespace) -> int:
    from scholarai.local.schemas import show_schema

    return show_schema(options.words)


def _completion(options: argparse.Namespace) -> int:
    sys.stdout.write(completion(make_parser(), options.shell))
    return DONE


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "serve": _serve,
    "extract": _extract,
    "search": _search,
    "ask": _ask,
    "check": _check,
    "review": _review,
    "table": _table,
    "papers": _with_actions,
    "library": _with_actions,
    "add": _add,
    "discover": _discover,
    "retractions": _retractions,
    "mcp": _mcp,
    "backup": _data,
    "restore": _data,
    "verify": _data,
    "move": _move,
    "ops": ops,
    "schema": _schema,
    "models": _models,
    "zotero": _with_actions,
    "export": _export,
    "eval": _eval,
    "completion": _completion,
}
