"""Turns the arguments of a command into papers: files, folders, and the standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.api.sources import PapersFound, as_typed, papers_in
from scholarai.domain.errors import PaperFaultError, ScholarError
from scholarai.domain.formats import format_of
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.paper import Paper
from scholarai.local.files import STDIO
from scholarai.local.terminal import code_of

# The standard input has no name, by which alone the formats of plain text are told apart; Markdown reads them all.
_PLAIN = format_of("markdown")
# Files that are named of those left out; a folder may hold thousands.
_NAMED = 10


class InputError(Exception):
    """A paper that a command cannot use; the message names it and the error."""

    def __init__(self, path: Path, error: ScholarError) -> None:
        super().__init__(f"{_on_a_line(path)}: {error.in_words}")
        self.exit_code = code_of(error)


@dataclass(frozen=True, slots=True)
class Inputs:
    """The papers, each once, in the order given, and the arguments that cannot be used.

    `searched` are those of the papers that a folder was searched for; `left_out` is what else was in it.
    """

    papers: tuple[Path, ...]
    faults: tuple[InputError, ...]
    searched: frozenset[Path] = frozenset()
    left_out: tuple[Path, ...] = ()


@contextmanager
def inputs(arguments: Sequence[Path]) -> Iterator[Inputs]:
    """Yield the papers that paths name: folders stand for what is in them, `-` for the standard input while the body runs."""
    papers: dict[Path, Path] = {}
    faults: list[InputError] = []
    searched: set[Path] = set()
    left_out: list[Path] = []
    with ExitStack() as stack:
        for path in arguments:
            try:
                found = PapersFound((stack.enter_context(_from_stdin()),)) if path == STDIO else papers_in(path)
            except ScholarError as error:
                faults.append(InputError(path, error))
            else:
                new = {paper.resolve(): paper for paper in found.papers if paper.resolve() not in papers}
                papers |= new
                left_out += found.left_out
                searched |= {paper for paper in new.values() if paper != path}
        yield Inputs(
            papers=tuple(papers.values()),
            faults=tuple(faults),
            searched=frozenset(searched),
            left_out=tuple(left_out),
        )


def _on_a_line(path: Path) -> str:
    """Return a path as a terminal can show it: names may hold line breaks and control characters."""
    return visible(as_typed(path).replace("\n", "\\n"))


def report_left_out(given: Inputs, progress: ProgressLine) -> None:
    """Name what lies in the folders beside papers."""
    if given.left_out:
        shown = ", ".join(_on_a_line(file) for file in given.left_out[:_NAMED])
        more = len(given.left_out) - _NAMED
        rest = f" and {more:,} more" if more > 0 else ""
        progress.say(f"Left out, being no papers: {shown}{rest}")


def add_all(
    library: Library,
    arguments: Sequence[Path],
    progress: ProgressLine,
    *,
    check: Callable[[Sequence[Path]], None] = lambda _: None,
) -> Sequence[Paper]:
    """Add the papers that the arguments name and return them, each once; `check` gets their files before any is read.

    One that was found in a folder and cannot be read is named, counts as a failure of `progress`, and is left out.

    Raises:
        InputError: For the first named one that cannot be read, or if none of a folder can.
    """
    with inputs(arguments) as given:
        if given.faults:
            raise given.faults[0]
        check(given.papers)
        report_left_out(given, progress)
        progress.expect(len(given.papers))
        added: dict[PaperId, Paper] = {}
        unread: InputError | None = None
        for number, path in enumerate(given.papers):
            try:
                paper = add_one(library, path, progress)
            except InputError as error:
                if path not in given.searched:
                    raise
                progress.fail(str(error))
                unread = error
            except KeyboardInterrupt:
                if len(given.papers) > 1:
                    progress.say(
                        f"{number} of {len(given.papers)} papers are read and kept; the same command goes on there"
                    )
                raise
            else:
                added.setdefault(paper.id, paper)
    if not added and unread is not None:
        raise unread
    return list(added.values())


def one_paper(library: Library, argument: Path, progress: ProgressLine) -> Paper:
    """Add the one paper that an argument names and return it.

    Raises:
        InputError: If it names several, or cannot be read.
    """
    added = add_all(library, [argument], progress)
    if len(added) > 1:
        raise InputError(
            argument, PaperFaultError("several_papers", f"The folder holds {len(added)} papers; name one.")
        )
    return added[0]


def add_one(library: Library, path: Path, progress: ProgressLine, *, supplement_of: Paper | None = None) -> Paper:
    """Add a file or a project, as a supplement of a paper if one is given, and return its paper, under the file's present name.

    Raises:
        InputError: If it cannot be read.
    """
    try:
        paper = library.add(path, on_percent=lambda percent: progress.advance(path.name, percent, 100))
        if supplement_of is not None:
            paper = library.own.mark_supplement(paper, supplement_of)
        return replace(paper, filename=path.name)
    except ScholarError as error:
        raise InputError(path, error) from error
    finally:
        progress.finish(path.name)


@contextmanager
def _from_stdin() -> Iterator[Path]:
    data = sys.stdin.buffer.read()
    if not data:
        raise PaperFaultError("empty_file", "The standard input is empty.")
    with LockedTemporaryDirectories.of_system().folder() as folder:
        kind = sniff(data[:HEAD_BYTES], "") or _PLAIN
        file = folder / f"stdin{(kind.endings or ('.tar',))[0]}"
        file.write_bytes(data)
        yield file
