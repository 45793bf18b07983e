"""Reads groups, options and arguments of TeX commands from source text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_SPACE = re.compile(r"[ \t]*+\n?[ \t]*+(?:%[^\n]*+\n[ \t]*+)*+")
# A guess, far above any abstract: a longer argument is a brace that was never closed.
LONGEST_ARGUMENT = 40_000
# Most groups end within so many characters.
_NEAR = 1_000
_NESTING = re.compile(r"\\(begin|end)\s*\{[^{}]*\}|\\(?:[A-Za-z@]+\*?|.)|[{}\[\]]", re.DOTALL)


def skip_space(text: str, at: int) -> int:
    """Return the end of the white space and the comments at `at`; a blank line, which ends a paragraph, is not skipped."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def group_end(text: str, start: int, limit: int = LONGEST_ARGUMENT) -> int | None:
    """Return the index after the group that opens at `start`, None if it is not closed within `limit`."""
    if text.find("}", start, start + limit) < 0:
        return None
    depth = 0
    for match in _BRACE.finditer(text, start, start + min(limit, _NEAR)):
        piece = match.group()
        depth += (piece == "{") - (piece == "}")
        if depth == 0 and len(piece) == 1:
            return match.end()
    end = group_ends(text).get(start)
    return end if end is not None and end <= start + limit else None


@lru_cache(maxsize=8)
def group_ends(text: str) -> dict[int, int]:
    """Return the end of each group by its start, so that thousands of groups that never close cost one reading."""
    opened: list[int] = []
    ends: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif match.group() == "}" and opened:
            ends[opened.pop()] = match.end()
    return ends


def read_group(text: str, at: int) -> tuple[str, int] | None:
    """Return the group at `at` without braces, and its end; None if there is none."""
    at = skip_space(text, at)
    if text[at : at + 1] != "{":
        return None
    end = group_end(text, at)
    return (text[at + 1 : end - 1], end) if end is not None else None


def read_groups(text: str, at: int, count: int) -> tuple[list[str], int] | None:
    """Return `count` consecutive groups at `at`, and the end of the last one; None if there are fewer."""
    groups: list[str] = []
    while len(groups) < count:
        group = read_group(text, at)
        if group is None:
            return None
        groups.append(group[0])
        at = group[1]
    return groups, at


def read_argument(text: str, at: int) -> tuple[str, int] | None:
    """Return the argument at `at`, which is a group, a command or one character, and its end."""
    at = skip_space(text, at)
    if text[at : at + 1] == "{":
        return read_group(text, at)
    match = re.compile(r"\\(?:[A-Za-z@]+|.)|[^\s{}%]").match(text, at)
    return (match.group(), match.end()) if match else None


def read_option(text: str, at: int) -> tuple[str, int] | None:
    """Return the bracketed option at `at` without brackets, and its end; brackets in nested groups do not count."""
    at = skip_space(text, at)
    if text[at : at + 1] != "[":
        return None
    depth = 0
    for match in re.compile(r"\\.|[{}\[\]]", re.DOTALL).finditer(text, at + 1, at + 1 + LONGEST_ARGUMENT):
        piece = match.group()
        depth += (piece in "{[") - (piece in "}]") if len(piece) == 1 else 0
        if depth < 0:
            return text[at + 1 : match.start()], match.end()
    return None


def without_open_options(source: str) -> str:
    r"""Return balanced source in which a bracket that is never closed, as in `\cite[p. 3{x}`, is plain text.

    After a command, pylatexenc 2.11 takes such a bracket for an option, finds no end, and parses the rest again: twice for
    one bracket, 2^n times for n of them.
    """
    if "[" not in source:
        return source
    unclosed = sorted(_open_brackets(source))
    edges = [0, *(edge for at in unclosed for edge in (at, at + 1)), len(source)]
    pieces = [source[start:end] for start, end in itertools.pairwise(edges)]
    return "".join("{[}" if index % 2 else piece for index, piece in enumerate(pieces))


def _open_brackets(source: str) -> Iterator[int]:
    """Yield the positions of brackets that are closed neither in their group nor in their environment."""
    opened: list[tuple[str, int]] = []
    for match in _NESTING.finditer(source):
        piece = match.group(1) or match.group()
        if piece in {"[", "{", "begin"}:
            opened.append((piece, match.start()))
        elif piece == "]":
            if opened and opened[-1][0] == "[":
                opened.pop()
        elif piece in {"}", "end"}:
            while opened and opened[-1][0] == "[":
                yield opened.pop()[1]
            if opened:
                opened.pop()
    yield from (at for piece, at in opened if piece == "[")


@dataclass(frozen=True, slots=True)
class Command:
    """A command in source with its options and the groups that directly follow."""

    name: str
    options: tuple[str, ...]
    arguments: tuple[str, ...]
    start: int
    end: int

    @property
    def argument(self) -> str:
        return self.arguments[0] if self.arguments else ""


def commands(text: str, names: Sequence[str], *, most: int = 1) -> Iterator[Command]:
    """Yield the uses of the commands `names` in `text`, in order, each with up to `most` groups."""
    pattern = re.compile(r"\\(" + "|".join(map(re.escape, names)) + r")(?![A-Za-z])\*?")
    at = 0
    while match := pattern.search(text, at):
        end = match.end()
        options: list[str] = []
        arguments: list[str] = []
        while len(arguments) < most:
            option = read_option(text, end)
            if option is not None:
                options.append(option[0])
                end = option[1]
                continue
            group = read_group(text, end)
            if group is None:
                break
            arguments.append(group[0])
            end = group[1]
        yield Command(match.group(1), tuple(options), tuple(arguments), match.start(), end)
        at = match.end()
