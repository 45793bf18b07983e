"""`scholarai zotero`: lists libraries, imports from them, and writes back."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from scholarai.api.library import Library
from scholarai.domain.errors import NotFoundError
from scholarai.domain.invisible_characters import visible
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroCollection, ZoteroKey
from scholarai.local.library_command import INSIDE
from scholarai.local.papers_command import named
from scholarai.local.terminal import DONE, SOME_FAILED, keep_logs_quiet, show
from scholarai.services.zotero.importing import ImportedFromZotero


class ListedLibrary(Value, frozen=True, kw_only=True):
    """A library of Zotero with its collections."""

    path: str
    name: str
    collections: tuple[ZoteroCollection, ...]


class Sent(Value, frozen=True, kw_only=True):
    """How many annotations were written to Zotero, and how many of those there were changed."""

    written: int
    changed: int


def list_libraries(*, data: Path | None, as_json: bool) -> int:
    """Print Zotero's libraries with their collections."""
    keep_logs_quiet()
    with Library(data) as library:
        for listed in library.zotero.libraries():
            collections = tuple(library.zotero.collections(listed.path))
            lines = [f"{listed.path}\t{listed.name}"]
            lines += [f"{key}\t{path}" for path, key in sorted(_paths(collections).items())]
            with_collections = ListedLibrary(path=listed.path, name=listed.name, collections=collections)
            show(with_collections, "\n".join(lines), as_json=as_json)
    return DONE


def import_papers(*, data: Path | None, as_json: bool, path: str | None, collection: str | None) -> int:
    """Import a library of Zotero, the user's own if `path` is None, or one collection; print each item that was imported."""
    keep_logs_quiet()
    failed = 0
    counts: dict[str, int] = {}

    def on_part(part: ImportedFromZotero) -> None:
        nonlocal failed
        for item in part.items:
            failed += item.outcome == "failed"
            if item.code:
                sys.stderr.write(visible(f"{item.title}: {item.code}: {item.detail}") + "\n")
            if as_json or item.paper_id is not None:
                of = f"\tsupplement of {item.supplement_of}" if item.supplement_of else ""
                show(item, f"{item.outcome}\t{item.paper_id}\t{item.title}{of}", as_json=as_json)
        for placed, count in part.notes.items():
            counts[placed] = counts.get(placed, 0) + count

    with Library(data) as library:
        path = path or library.zotero.libraries()[0].path
        key = None if collection is None else _key(collection, library.zotero.collections(path))
        library.zotero.bring(path, key, on_part=on_part)
    summary = ", ".join(f"{count} {placed.replace('_', ' ')}" for placed, count in sorted(counts.items()))
    sys.stderr.write(f"highlights and notes: {summary or 'none'}\n")
    return SOME_FAILED if failed else DONE


def send(*, data: Path | None, as_json: bool, ids: Sequence[str]) -> int:
    """Write highlights, notes and verified quotes of papers to Zotero, and print how many were written."""
    keep_logs_quiet()
    written = changed = 0
    with Library(data) as library:
        papers = [named(library, wanted) for wanted in ids] or None
        while True:
            done = library.zotero.send(papers)
            written, changed = written + done.written, changed + done.changed
            for why in done.refused:
                sys.stderr.write(visible(f"Zotero refuses an annotation: {why}") + "\n")
            if not done.more or not (done.written or done.changed):
                break
    for paper_id in done.left_out:
        sys.stderr.write(f"{paper_id}: other_file: Zotero has another PDF of it; nothing is written into that.\n")
    show(Sent(written=written, changed=changed), f"{written} written, {changed} changed", as_json=as_json)
    return SOME_FAILED if done.refused or done.left_out or done.more else DONE


def _key(wanted: str, tree: Sequence[ZoteroCollection]) -> ZoteroKey:
    paths = _paths(tree)
    found = [key for path, key in paths.items() if wanted.casefold() == path.casefold() or wanted == key]
    if len(found) != 1:
        raise NotFoundError(
            "zotero_unknown",
            f"Zotero has {'no' if not found else 'several'} such collections",
            action="Name one by its key: `scholarai zotero list` lists them.",
        )
    return found[0]


def _paths(tree: Sequence[ZoteroCollection]) -> Mapping[str, ZoteroKey]:
    """Return keys by path, / before what is nested; of equal paths the later ones have their key behind them."""
    known = {one.key: one for one in tree}
    paths: dict[str, ZoteroKey] = {}
    for one in tree:
        names: list[str] = []
        step: ZoteroCollection | None = one
        while step is not None and len(names) <= len(tree):
            names.append(step.name)
            step = known.get(step.parent) if step.parent else None
        path = INSIDE.join(reversed(names))
        paths[f"{path} ({one.key})" if path in paths else path] = one.key
    return paths
