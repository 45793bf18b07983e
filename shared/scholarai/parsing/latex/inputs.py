"""Primitives that read further files: inputs, styles and bibliographies."""

from __future__ import annotations

import posixpath
import re

from scholarai.parsing.latex.expansion import Expander, Frame, Primitive
from scholarai.parsing.latex.scanning import read_group, read_groups, read_option

_BARE_NAME = re.compile(r"[ \t]*([^\s\\{}%]+)")
_INPUTS = {
    "input": 1,
    "include": 1,
    "subfile": 1,
    "subfileinclude": 1,
    "import": 2,
    "subimport": 2,
}
_DOCUMENT = re.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)


def _input(expander: Expander, frame: Frame, name: str) -> None:
    found = read_groups(frame.text, frame.at, _INPUTS[name])
    if found is None:
        bare = _BARE_NAME.match(frame.text, frame.at)
        if bare is None:
            return
        found = [bare.group(1)], bare.end()
    names, frame.at = found
    if name == "include" and expander.included is not None and names[0].strip() not in expander.included:
        expander.result.note("input_left_out", f"the file {names[0].strip()[:80]!r} is left out by \\includeonly")
        return
    path = expander.project.find("/".join(names), [expander.root, frame.folder, ""], (".tex",))
    if path is None:
        expander.result.note("input_missing", f"the included file {names[-1].strip()[:80]!r} is not in the upload")
    elif expander.is_reading(path):
        expander.result.note("input_cycle", f"the file {path[:80]!r} includes itself; its second reading was left out")
    else:
        text = expander.project.text(path)
        inner = _DOCUMENT.search(text)
        expander.push((inner.group(1) if inner else text) + "\n", path, posixpath.dirname(path))


def _choose_by_file(expander: Expander, frame: Frame, command: str) -> None:
    if (found := read_groups(frame.text, frame.at, 3)) is not None:
        (name, yes, no), frame.at = found
        exists = expander.project.find(name, [expander.root, frame.folder, ""], (".tex",)) is not None
        yes += rf"\input{{{name}}}" if command == "InputIfFileExists" else ""
        expander.push(yes if exists else no, f"\\{command}…", frame.folder)


def _include_only(expander: Expander, frame: Frame, _: str) -> None:
    if (group := read_group(frame.text, frame.at)) is not None:
        frame.at = group[1]
        expander.included = {name.strip() for name in group[0].split(",")}


def _package(expander: Expander, frame: Frame, _: str) -> None:
    """Read the macros of a style file that came with the paper; formulas keep them unexpanded."""
    option = read_option(frame.text, frame.at)
    group = read_group(frame.text, option[1] if option else frame.at)
    if group is None:
        return
    expander.sink.add(rf"\usepackage[{option[0] if option else ''}]{{{group[0]}}}")
    frame.at = group[1]
    for name in group[0].split(","):
        path = expander.project.find(name, [expander.root], (".sty",))
        if path is not None and path.endswith(".sty") and expander.in_preamble and not expander.is_reading(path):
            expander.push(expander.project.text(path), path, expander.root)


def _bibliography(expander: Expander, frame: Frame, name: str) -> None:
    option = read_option(frame.text, frame.at)
    frame.at = option[1] if option else frame.at
    group = read_group(frame.text, frame.at) if name != "printbibliography" else None
    if group is not None:
        frame.at = group[1]
        expander.result.bibliographies += [part.strip() for part in group[0].split(",") if part.strip()]
    if name == "addbibresource":
        return
    expander.sink.add(r"\scholarbibliography{}")
    printed = _printed_bibliography(expander)
    if printed is not None and not expander.is_reading(printed):
        expander.push(expander.project.text(printed), printed, expander.root)


def _printed_bibliography(expander: Expander) -> str | None:
    """Return the paper's .bbl file if it holds a `thebibliography`, which LaTeX typesets."""
    found = list(expander.project.with_extension(".bbl"))
    stem = posixpath.splitext(expander.main)[0]
    chosen = next((path for path in found if posixpath.splitext(path)[0] == stem), None)
    if chosen is None and len(found) == 1:
        chosen = found[0]
    return chosen if chosen is not None and r"\bibitem" in expander.project.text(chosen) else None


INPUT_PRIMITIVES: dict[str, Primitive] = {
    **dict.fromkeys(_INPUTS, _input),
    "includeonly": _include_only,
    **dict.fromkeys(("IfFileExists", "InputIfFileExists"), _choose_by_file),
    **dict.fromkeys(("usepackage", "RequirePackage"), _package),
    **dict.fromkeys(("bibliography", "printbibliography", "addbibresource"), _bibliography),
}
