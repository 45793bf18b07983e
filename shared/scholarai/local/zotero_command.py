"""`scholarai zotero`: lists libraries, imports from them, and writes back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

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


def run(options: argparse.Namespace) -> int:
    """Do what the parsed `action` says, and return the exit code."""
    keep_logs_quiet()
    with Library(options.data) as library:
        match options.action:
            case "list":
                return _list(library, as_json=options.json)
            case "import":
                return _import(library, options)
            case _:
                return _send(library, options.ids, as_json=options.json)


def _list(library: Library, *, as_json: bool) -> int:
    for one in library.zotero.libraries():
        collections = tuple(library.zotero.collections(one.path))
        lines = [f"{one.path}\t{one.name}"]
        lines += [f"{key}\t{path}" for path, key in sorted(_paths(collections).items())]
        listed = ListedLibrary(path=one.path, name=one.name, collections=collections)
        show(listed, "\n".join(lines), as_json=as_json)
    return DONE


def _import(library: Library, options: argparse.Namespace) -> int:
    path = options.library or library.zotero.libraries()[0].path
    key = None
    if options.collection is not None:
        key = _key(options.collection, library.zotero.collections(path))
    failed = 0
    counts: dict[str, int] = {}

    def on_part(part: ImportedFromZotero) -> None:
        nonlocal failed
        for one in part.items:
            failed += one.outcome == "failed"
            if one.code:
                sys.stderr.write(visible(f"{one.title}: {one.code}: {one.detail}") + "\n")
            if options.json or one.paper_id is not None:
                of = f"\tsupplement of {one.supplement_of}" if one.supplement_of else ""
                show(one, f"{one.outcome}\t{one.paper_id}\t{one.title}{of}", as_json=options.json)
        for placed, count in part.notes.items():
            counts[placed] = counts.get(placed, 0) + count

    library.zotero.bring(path, key, on_part=on_part)
    said = ", ".join(f"{count} {placed.replace('_', ' ')}" for placed, count in sorted(counts.items()))
    sys.stderr.write(f"highlights and notes: {said or 'none'}\n")
    return SOME_FAILED if failed else DONE


def _send(library: Library, ids: Sequence[str], *, as_json: bool) -> int:
    papers = [named(library, one) for one in ids] or None
    written = changed = 0
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
