"""What installed packages can add by entry points: rows of the tables of formats, model providers, exports and literature services.

This module imports no table, so that one module of a package can hold rows of several.
"""

from __future__ import annotations

import functools
import importlib
import sys
import warnings
from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from msgspec import Struct

from scholarai.domain.identifiers import IdentifierKind

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


Group: TypeAlias = Literal["scholarai.formats", "scholarai.providers", "scholarai.exports", "scholarai.literature"]
Row = TypeVar("Row")
ExportOf: TypeAlias = Literal["report", "cited", "trace", "papers", "conversation", "table"]


class Format(Struct, frozen=True, kw_only=True):
    """A file format of papers.

    Attributes:
        name: Its name in `PaperContent.source_format`.
        label: Its name in texts for people.
        endings: Endings of file names, lower case, the usual one first.
        reader: What reads it, as `module:function`; takes an `adapters.reading.opened.OpenedFile`.
        begins: Bytes with which every file of this format begins.
        marks: Bytes, one of which stands among the first `marks_within` bytes of a file of this format.
        openings: Bytes with which text of this format often begins; they decide where marks and names do not.
        is_text: A file is text, and its name may decide between several formats of text.
        in_archives: An archive may hold the paper, with what belongs to it.
        only_alone: Endings that mean this format for a file on its own, but not inside an archive.
    """

    name: str
    label: str
    endings: tuple[str, ...]
    media_type: str
    reader: str
    begins: bytes = b""
    marks: tuple[bytes, ...] = ()
    marks_within: int = 4_096
    openings: tuple[bytes, ...] = ()
    is_text: bool = False
    in_archives: bool = False
    only_alone: tuple[str, ...] = ()

    def is_marked(self, head: bytes) -> bool:
        """Tell whether the first bytes of a file show this format."""
        return head.startswith(self.begins) and any(mark in head[: self.marks_within] for mark in self.marks)

    @property
    def all_endings(self) -> tuple[str, ...]:
        return (*self.endings, *self.only_alone)


class ProviderRow(Struct, frozen=True, kw_only=True):
    """One provider of models.

    Attributes:
        title: As people call it.
        made_by: Its class, as `module:class`: a `adapters.models.registry.Provider` made from settings and a model's name.
        is_local: Whether it runs on the machines of its user.
    """

    title: str
    made_by: str
    is_local: bool = False


class Export(Struct, frozen=True, kw_only=True):
    """One form of an export.

    Attributes:
        name: Its name in the API, unique among the forms of the same thing.
        label: Its name on the page.
        endings: Endings of its files, the usual one first.
        renderer: What makes it, as `module:function`: bytes of a review and its report, of the trace alone, or of a
            `domain.tables.ShownTable`; pieces of bytes of an `exporting.export_content.Collected`, or of a `Talk` there.
        of: What it shows; `cited`: the papers that a report cites, as a `Collected`.
        binary: Whether it is no text.
        styled: Whether it holds a bibliography in a citation style.
        quoted: Whether it holds what conversations, or the report, quote from the papers.
    """

    name: str
    label: str
    endings: tuple[str, ...]
    media_type: str
    renderer: str
    of: ExportOf = "report"
    binary: bool = False
    styled: bool = False
    quoted: bool = False

    @property
    def content_type(self) -> str:
        plain = self.binary or self.media_type == "application/json"
        return self.media_type if plain else f"{self.media_type}; charset=utf-8"


class Service(Struct, frozen=True, kw_only=True):
    """One service that knows published works.

    Attributes:
        name: As the settings call it; of a row of another package, the name of its entry point.
        title: Its name for people.
        maker: `module:function` that returns a `ports.literature.LiteratureService`; takes what sends requests (`LiteratureClient` in
            `adapters.literature.client`, with `Host` for its address and pace), the settings and a clock.
        registers: The kinds of identifiers that it registers, so that it is asked for a work of such a name.
        asked_for_one: Whether it is asked about a single work that somebody adds, even where it is not switched on.
        titles: Its place among the services that know titles, in which they are asked until one knows a title, and a name of its
            kinds; None where it knows no titles.
        searches: Its place among those that can search by words, in the order in which they are believed about one work.
        completes: Its place among those that know more of a work that another one found, such as its open files.
        key_setting: The field of `config.Settings` that holds the key without which it answers rarely; "" where it wants none.
    """

    title: str
    maker: str
    name: str = ""
    registers: tuple[IdentifierKind, ...] = ()
    asked_for_one: bool = False
    titles: int | None = None
    searches: int | None = None
    completes: int | None = None
    key_setting: str = ""


def plugged_in(group: Group, kind: type[Row], taken: Collection[str] = ()) -> Mapping[str, Row]:
    """Return the rows that installed packages offer in a group, by the names of their entry points.

    What cannot be loaded, is no such row, or has a name that is taken is left out with a warning: a broken package stops nothing.
    """
    rows: dict[str, Row] = {}
    for point in _entry_points(group):
        try:
            row = point.load()
        except Exception as error:  # noqa: BLE001  - others' code, which may raise anything when it is imported
            left_out(group, point.name, f"{type(error).__name__}: {error}")
            continue
        if not isinstance(row, kind):
            left_out(group, point.name, f"{point.value} is no {kind.__name__}")
        elif point.name in taken or point.name in rows:
            left_out(group, point.name, "the name is taken")
        else:
            rows[point.name] = row
    return rows


def left_out(group: Group, name: str, why: str) -> None:
    """Warn that a plugin is not used."""
    package = next((point.dist.name for point in _entry_points(group) if point.name == name and point.dist), "?")
    warnings.warn(f"{name} of the package {package} ({group}) is left out: {why}", RuntimeWarning, stacklevel=3)


def packages(group: Group) -> tuple[str, ...]:
    """Return the packages that offer something in a group, with their versions, sorted."""
    return tuple(sorted({f"{point.dist.name} {point.dist.version}" for point in _entry_points(group) if point.dist}))


@functools.cache
def _entry_points(group: Group) -> tuple[EntryPoint, ...]:
    if not _any_installed():
        return ()
    return tuple(entry_points(group=group))


@functools.cache
def _any_installed() -> bool:
    """Tell whether a package offers anything: few installations have a plugin, and importlib.metadata takes 35 ms of a start."""
    return any(b"[scholarai." in path.read_bytes() for path in _entry_point_files())


def _entry_point_files() -> Iterator[Path]:
    for folder in sys.path:
        for pattern in ("*.dist-info/entry_points.txt", "*.egg-info/entry_points.txt"):
            yield from Path(folder or ".").glob(pattern)


@functools.cache
def load(name: str) -> Any:
    """Return what `package.module:attribute` names, importing its module on first use."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)
