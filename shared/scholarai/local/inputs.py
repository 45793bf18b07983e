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
from scholarai.api.sources import papers_in
from scholarai.domain.errors import PaperFaultError, ScholarError
from scholarai.domain.formats import format_of
from scholarai.domain.paper import Paper
from scholarai.local.files import STDIO
from scholarai.local.terminal import ProgressLine

# The standard input has no name, by which alone the formats of plain text are told apart; Markdown reads them all.
_PLAIN = format_of("markdown")


class InputError(Exception):
    """A paper that a command cannot use; the message names it and the error."""

    def __init__(self, path: Path, error: ScholarError) -> None:
        super().__init__(f"{path}: {error.in_words}")


@dataclass(frozen=True, slots=True)
class Inputs:
    """The papers, each once, in the order given, and the arguments that cannot be used."""

    papers: tuple[Path, ...]
    faults: tuple[InputError, ...]


@contextmanager
def inputs(arguments: Sequence[Path]) -> Iterator[Inputs]:
    """Yield the papers that paths name: folders stand for what is in them, `-` for the standard input while the body runs."""
    papers: dict[Path, Path] = {}
    faults: list[InputError] = []
    with ExitStack() as stack:
        for path in arguments:
            try:
                found = [stack.enter_context(_from_stdin())] if path == STDIO else papers_in(path)
            except ScholarError as error:
                faults.append(InputError(path, error))
            else:
                papers |= {paper.resolve(): paper for paper in found if paper.resolve() not in papers}
        yield Inputs(papers=tuple(papers.values()), faults=tuple(faults))


def add_all(
    library: Library,
    arguments: Sequence[Path],
    progress: ProgressLine,
    *,
    check: Callable[[Sequence[Path]], None] = lambda _: None,
) -> Sequence[Paper]:
    """Add the papers that the arguments name and return them, each once; `check` gets their files before any is read.

    Raises:
        InputError: For the first that cannot be read.
    """
    with inputs(arguments) as given:
        if given.faults:
            raise given.faults[0]
        check(given.papers)
        progress.expect(len(given.papers))
        added = [add_one(library, path, progress) for path in given.papers]
    return list({paper.id: paper for paper in added}.values())


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


def add_one(library: Library, path: Path, progress: ProgressLine) -> Paper:
    """Add a file or a project and return its paper, under the file's present name.

    Raises:
        InputError: If it cannot be read.
    """
    try:
        paper = library.add(path, on_percent=lambda percent: progress.advance(path.name, percent, 100))
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
