"""Expanded LaTeX, node by node, into an assembly."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from scholarai.domain.content import BlockKind
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.latex import specs
from scholarai.parsing.latex.counters import Counters
from scholarai.parsing.latex.expansion import Expanded
from scholarai.parsing.latex.floats import FloatReader
from scholarai.parsing.latex.nodes import (
    Nodes,
    arguments,
    is_starred,
    is_tabular,
    leading_option,
    options,
    source_of,
    without_options,
)
from scholarai.parsing.latex.sink import CODE, DISPLAY, FORMULA, VERBATIM
from scholarai.parsing.latex.tables import split_rows
from scholarai.parsing.numbering import LABEL
from scholarai.parsing.rich import Cite, Part, Ref, Rich, Target, plain_text

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_ABSTRACT_TITLES = {"abstract", "zusammenfassung", "résumé", "resumen"}
_FIGURES = re.compile(r"(?:teaser|wrap|SC|sideways|float|mar(?:gin)?)?figure\*?$|SCfigure\*?$")
_TABLES = re.compile(r"(?:wrap|SC|sideways|margin|float|long|super)?table\*?$|deluxetable\*?$|longtable\*?$|longtblr$")
_CODE_FLOATS = {"algorithm": "Algorithm", "algorithm*": "Algorithm", "algorithm2e": "Algorithm", "listing": "Listing"}
_DROPPED = {"keyword", "keywords", "IEEEkeywords", "CCSXML", "icmlauthorlist", "titlepage*", "highlights", "graphicalabstract",
            "authorlist", "affiliations", "tikzpicture"}  # fmt: skip
_ABSTRACTS = {"abstract", "abstract*", "onecolabstract", "Abstract", "sciabstract", "resumo", "resume"}
_THANKS = {
    "acknowledgments",
    "acknowledgements",
    "acknowledgment",
    "acknowledgement",
    "acks",
    "ack",
    "Acknowledgements",
}


class DocumentReader:
    """Reads one document; `inline` also serves for titles, captions and entries."""

    def __init__(self, paper: Assembly, expanded: Expanded) -> None:
        from pylatexenc.latex2text import LatexNodes2Text

        self.paper = paper
        self._expanded = expanded
        self._symbols = LatexNodes2Text(math_mode="verbatim")
        self.counters = Counters(expanded)
        self._parts: list[Part] = []
        self._kind: BlockKind = "paragraph"
        self._is_flat = False
        self._after: list[Callable[[], None]] = []
        self._target: Target | None = None
        self._items: list[int] = []
        self._in_abstract = False
        self.entries: list[tuple[str, str | None, str]] = []
        """Printed bibliography entries: key, label, source."""
        self._shift = ("\\chapter" in expanded.body) + ("\\part" in expanded.body)
        self._environments = self._environment_table()
        self._macros = self._macro_table()

    def read(self) -> None:
        self.walk(self.parse(self._expanded.body))
        self._flush()

    def parse(self, source: str) -> Nodes:
        from pylatexenc.latexwalker import LatexWalker

        walker = LatexWalker(source, latex_context=specs.context(), tolerant_parsing=True)
        nodes: Nodes = walker.get_latex_nodes()[0]
        return nodes

    def inline(self, nodes: Nodes) -> Rich:
        """Return nodes as running text, whatever they are."""
        saved = self._parts, self._is_flat
        self._parts, self._is_flat = [], True
        self.walk(nodes)
        parts = tuple(self._parts)
        self._parts, self._is_flat = saved
        return parts

    def plain(self, source: str) -> str:
        """Return source as plain text, formulas as they stand, the paper's macros expanded once more.

        What stands in the preamble may use macros that are defined below it.
        """
        return plain_text(self.inline(self.parse(self._expanded.expand(source))))

    def walk_apart(self, nodes: Nodes) -> None:
        """Read nodes as paragraphs of their own."""
        self._flush()
        self.walk(nodes)
        self._flush()

    def walk(self, nodes: Nodes) -> None:
        for node in nodes:
            if node is not None:
                self._node(node)

    def _node(self, node: Any) -> None:
        if hasattr(node, "chars"):
            self._chars(node.chars)
        elif hasattr(node, "macroname"):
            self._macro(node)
        elif hasattr(node, "environmentname"):
            self._environment(node)
        elif hasattr(node, "specials_chars"):
            self._specials(node)
        elif hasattr(node, "displaytype"):
            self._parts.append(node.latex_verbatim())
        elif hasattr(node, "nodelist"):
            self.walk(node.nodelist)

    def _chars(self, text: str) -> None:
        first, *rest = _PARAGRAPH.split(text)
        self._parts.append(first)
        for piece in rest:
            self._break()
            self._parts.append(piece)

    def _specials(self, node: Any) -> None:
        if node.specials_chars.startswith("\n"):
            self._break()
        elif node.specials_chars == "&":
            self._parts.append(" ")
        else:
            self._parts.append(self._symbols.node_to_text(node))

    def _break(self) -> None:
        if self._is_flat:
            self._parts.append(" ")
        else:
            self._flush()

    def _flush(self) -> None:
        """Close the paragraph at hand, then put what floats beside it."""
        text = plain_text(self._parts)
        if any(character.isalnum() for character in text) or any(not isinstance(part, str) for part in self._parts):
            self.paper.add(self._kind, tuple(self._parts))
        self._parts = []
        after, self._after = self._after, []
        for add in after:
            add()

    def later(self, add: Callable[[], None]) -> None:
        """Add something behind the paragraph at hand, at once where none is begun."""
        self._after.append(add)
        if not self._is_flat and not plain_text(self._parts):
            self._flush()

    # Commands

    def _macro(self, node: Any) -> None:
        name = node.macroname
        if name in specs.SECTIONS:
            self._section(node)
        elif name in specs.CITES:
            self._cite(node)
        elif name in specs.REFS:
            self._reference(node)
        elif name in self._macros:
            self._macros[name](node)
        elif name in specs.SILENT:
            self._parts.append(" ")
        elif name in specs.WRAPPERS:
            self.walk(arguments(node)[-1:])
            self._parts.append(node.macro_post_space)
        else:
            self._symbol(node)

    def _symbol(self, node: Any) -> None:
        """Append an accent or a symbol; of a command that nobody knows, its arguments."""
        known = self._symbols.latex_context.get_macro_spec(node.macroname)
        if known is not None and known.macroname:
            try:
                self._parts.append(self._symbols.node_to_text(node))
            except (LookupError, AttributeError, TypeError, ValueError):
                pass  # pylatexenc 2.11 trips over accents that lack their letter
            else:
                self._parts.append(" " if node.macro_post_space and node.macroname.isalpha() else "")
                return
        self.walk(arguments(node))
        self._parts.append(" " if node.macro_post_space else "")

    def _section(self, node: Any) -> None:
        self._flush()
        title = self.inline(arguments(node)[-1:])
        starred = is_starred(node)
        name = node.macroname
        text = plain_text(title).rstrip(" .:")
        if text.lower() in _ABSTRACT_TITLES:
            self.paper.open_abstract(title)
            return
        if self._in_abstract:  # "Motivation", "Results": parts of a structured abstract
            self.paper.open_section(title, 2 + self._shift)
            return
        number = self.counters.section(name, starred=starred)
        self._target = Target("Section" if not self.counters.in_appendix else "Appendix", number or text)
        level = (
            max(specs.SECTIONS[name] + self._shift, 1)
            if name not in {"part", "chapter"}
            else _outer_level(name, self._shift)
        )
        self.paper.open_section(title, level, number=number)
        if self.paper.in_references:
            self.paper.place_bibliography()

    def _open_plain(self, title: str) -> Callable[[Any], None]:
        def opened(_: Any) -> None:
            self._flush()
            self.paper.open_section((title,), 1 + self._shift)

        return opened

    def _cite(self, node: Any) -> None:
        notes = [self.plain(source_of(option)) for option in options(node)]
        keys = tuple(key for key in (part.strip() for part in source_of(arguments(node)[-1]).split(",")) if key)
        before, after = ("", *notes)[-2:] if notes else ("", "")
        name = node.macroname
        form = (
            "text" if name in specs.CITES_TEXT else "bare" if name in specs.CITES_BARE else "author"
            if name in specs.CITES_AUTHOR else "year" if name in specs.CITES_YEAR else "group"
        )  # fmt: skip
        if keys:
            self._parts.append(Cite(keys, form, before, after))  # type: ignore[arg-type] - one of the literals above

    def _reference(self, node: Any) -> None:
        labels = tuple(label.strip() for label in source_of(arguments(node)[-1]).split(","))
        name = node.macroname
        form = "equation" if name == "eqref" else "name" if name in specs.REFS_NAME else "number"
        self._parts.append(Ref(labels, form))  # type: ignore[arg-type] - as above

    def label(self, node: Any) -> None:
        if self._target is not None:
            self.paper.name_target(source_of(arguments(node)[-1]).strip(), self._target)

    def _footnote(self, node: Any) -> None:
        text = self.inline(arguments(node)[-1:])
        if not self._is_flat:
            self.later(lambda: self._add("footnote", text))

    def _add(self, kind: BlockKind, parts: Rich) -> None:
        if plain_text(parts) or any(not isinstance(part, str) for part in parts):
            self.paper.add(kind, parts)

    def _display(self, node: Any) -> None:
        source = self._expanded.sink.displays[int(source_of(arguments(node)[-1]))]
        numbers, labels = self.counters.equation(source)
        for label, number in labels.items():
            self.paper.name_target(label, Target("Equation", number))
        latex = _tidy(LABEL.sub("", source))
        shown = " ".join([latex, *(f"({number})" for number in numbers)])
        if self._is_flat:
            self._parts.append(f" {shown} ")
            return
        self._flush()
        self.paper.add_equation(shown, label=", ".join(numbers) or None, latex=latex)

    def _formula(self, node: Any) -> None:
        self._parts.append(self._expanded.sink.formulas[int(source_of(arguments(node)[-1]))])

    def _verbatim(self, node: Any) -> None:
        self._parts.append(self._expanded.sink.codes[int(source_of(arguments(node)[-1]))])

    def code(self, node: Any) -> str:
        return self._expanded.sink.codes[int(source_of(arguments(node)[-1]))]

    def add_code(self, code: str) -> None:
        self.paper.add("code", (code.strip("\n"),), keep_lines=True)

    def add_steps(self, steps: Sequence[Any]) -> None:
        """Add runs of code, and the displays between them."""
        for step in steps:
            if isinstance(step, str):
                self.add_code(step)
            else:
                self._display(step)

    def _code(self, node: Any) -> None:
        if self._is_flat:
            self._parts.append(f" {self.code(node)} ")
        else:
            self._flush()
            self.add_code(self.code(node))

    def _item(self, node: Any) -> None:
        self._break()
        if self._items:
            self._items[-1] += 1
            self._target = Target("Item", str(self._items[-1]))
        if not self._is_flat:
            self._kind = "list_item"
        if given := options(node):
            self._parts += [*self.inline(given), " "]

    def _labelled(self, title: str) -> Callable[[Any], None]:
        def read(node: Any) -> None:
            self._flush()
            self._parts.append(f"{title}: ")
            self.walk(arguments(node)[-1:])
            self._flush()

        return read

    def _captionof(self, node: Any) -> None:
        kind, *_, text = arguments(node)
        self._captioned(source_of(kind).strip(), self.inline([text]))

    def _loose_caption(self, node: Any) -> None:
        self._captioned("figure", self.inline(arguments(node)[-1:]))

    def _captioned(self, kind: str, caption: Rich) -> None:
        name = "Table" if kind.startswith("table") else "Listing" if kind == "listing" else "Figure"
        label = self.number_float(name)
        if name == "Table":
            self.later(lambda: self.paper.add_table(label, caption, ()))
        else:
            self.later(lambda: self.paper.add_figure(label, caption))

    def number_float(self, name: str) -> str:
        number = self.counters.step(name)
        self._target = Target(name, number)
        return f"{name} {number}"

    def _all_arguments(self, node: Any) -> None:
        self.walk(arguments(node))

    def _first_argument(self, node: Any) -> None:
        self.walk(arguments(node)[:1])

    def _space(self, node: Any) -> None:
        self._parts.append(" ")

    def _nothing(self, node: Any) -> None:
        pass

    def _par(self, node: Any) -> None:
        self._break()

    def _appendix(self, _: Any) -> None:
        self.counters.begin_appendix()

    def _abstract_command(self, node: Any) -> None:
        self._read_abstract(arguments(node)[-1:])

    def _read_abstract(self, nodes: Nodes) -> None:
        self._flush()
        self.paper.open_abstract()
        self._in_abstract = True
        self.walk(nodes)
        self._flush()
        self._in_abstract = False
        self.paper.close_sections()

    def _place_bibliography(self, _: Any) -> None:
        self._flush()
        self.paper.place_bibliography()

    def _macro_table(self) -> dict[str, Callable[[Any], None]]:
        table: dict[str, Callable[[Any], None]] = {
            DISPLAY: self._display, FORMULA: self._formula, VERBATIM: self._verbatim, CODE: self._code,
            "scholarbibliography": self._place_bibliography, "label": self.label, "item": self._item, "par": self._par,
            "caption": self._loose_caption, "captionof": self._captionof, "abstract": self._abstract_command,
            "abstracts": self._abstract_command, "appendix": self._appendix, "appendices": self._appendix,
            "texorpdfstring": self._first_argument, "lettrine": self._all_arguments, "SI": self._all_arguments,
            "qty": self._all_arguments, "num": self._all_arguments, "si": self._all_arguments, "\\": self._space,
            ",": self._space, ";": self._space, ":": self._space, " ": self._space, "quad": self._space,
            "qquad": self._space, "\n": self._space, "enspace": self._space, "thinspace": self._space, "!": self._nothing,
            "newline": self._space, "-": self._nothing, "/": self._nothing, "@": self._nothing,
        }  # fmt: skip
        table |= dict.fromkeys(specs.FOOTNOTES, self._footnote)
        table |= {"software": self._labelled("Software"), "facility": self._labelled("Facilities"),
                  "facilities": self._labelled("Facilities")}  # fmt: skip
        for name in ("acknowledgments", "acknowledgements", "acknowledgement", "ack"):
            table[name] = self._open_plain("Acknowledgments")
        return table

    # Environments

    def _environment(self, node: Any) -> None:
        name = node.environmentname
        if name in self._environments:
            self._environments[name](node)
        elif name in self._expanded.theorems or name.rstrip("*") in self.counters.theorems:
            self._theorem(node)
        elif _FIGURES.match(name) or _TABLES.match(name) or name in _CODE_FLOATS:
            self._float(node)
        elif is_tabular(name):
            self._loose_table(node)
        elif name in _DROPPED:
            return
        else:
            self.walk(without_options(node.nodelist))

    def _scoped(self, kind: BlockKind, start: Rich, nodes: Nodes) -> None:
        """Walk nodes as paragraphs of their own, all of `kind`."""
        self._break()
        saved, self._kind = self._kind, kind
        self._parts.extend(start)
        self.walk(nodes)
        self._break()
        self._kind = saved

    def _list(self, node: Any) -> None:
        self._items.append(0)
        self._scoped(self._kind, (), node.nodelist)
        self._items.pop()

    def _theorem(self, node: Any) -> None:
        title, number = self.counters.theorem(node.environmentname)
        nodes, name = leading_option(node)
        shown = f"{self.plain(title)} {number}".strip()
        self._target = Target(self.plain(title), number)
        start: Rich = (shown, *((" (", *self.inline(name), ")") if name else ()), ". ")
        self._scoped("theorem", start, nodes)

    def _proof(self, node: Any) -> None:
        nodes, name = leading_option(node)
        self._scoped("paragraph", (*(self.inline(name) if name else ("Proof",)), ". "), nodes)

    def _abstract(self, node: Any) -> None:
        self._read_abstract(leading_option(node)[0])

    def _thanks(self, node: Any) -> None:
        self._flush()
        self.paper.open_section(("Acknowledgments",), 1 + self._shift)
        self.walk(node.nodelist)
        self._flush()

    def _subequations(self, node: Any) -> None:
        self.counters.begin_subequations()
        self.walk(node.nodelist)
        self.counters.end_subequations()

    def _bibliography(self, node: Any) -> None:
        self._flush()
        self.paper.place_bibliography()
        entry: list[Any] | None = None
        items: list[tuple[Any, list[Any]]] = []
        for child in node.nodelist:
            if getattr(child, "macroname", None) == "bibitem":
                entry = []
                items.append((child, entry))
            elif entry is not None:
                entry.append(child)
        for item, nodes in items:
            given = options(item)
            label = source_of(given[0]) if given else None
            self.entries.append(
                (source_of(arguments(item)[-1]).strip(), label, "".join(n.latex_verbatim() for n in nodes))
            )

    def _appendices(self, node: Any) -> None:
        self.counters.begin_appendix()
        self.walk(node.nodelist)

    def _float(self, node: Any) -> None:
        name = node.environmentname
        kind = "Table" if _TABLES.match(name) else _CODE_FLOATS.get(name, "Figure")
        FloatReader(self, kind).read(leading_option(node)[0] if not is_tabular(name) else [node])

    def _algorithmic(self, node: Any) -> None:
        FloatReader(self, "Algorithm").read([node])

    def _loose_table(self, node: Any) -> None:
        rows = self.rows(node)
        if self._is_flat:
            for row in rows:
                for cell in row:
                    self._parts += [*cell, " "]
        else:
            self.later(lambda: self.paper.add_table("", (), rows))

    def rows(self, node: Any) -> list[tuple[Rich, ...]]:
        """Return the cells of a tabular environment; rows without any text are left out."""
        rows = [tuple(_one_line(self.inline(cell)) for cell in row) for row in split_rows(node)]
        return [row for row in rows if any(plain_text(cell) for cell in row)]

    def _environment_table(self) -> dict[str, Callable[[Any], None]]:
        table: dict[str, Callable[[Any], None]] = dict.fromkeys(_ABSTRACTS, self._abstract)
        table |= dict.fromkeys(_THANKS, self._thanks)
        table |= dict.fromkeys(
            ("itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum"), self._list
        )
        table |= dict.fromkeys(("appendices", "appendix", "subappendices"), self._appendices)
        return table | {
            "proof": self._proof, "algorithmic": self._algorithmic, "thebibliography": self._bibliography, "subequations": self._subequations,
        }  # fmt: skip


def _one_line(parts: Rich) -> Rich:
    """Return a cell's text without line breaks and without white space at its ends."""
    line = [re.sub(r"\s+", " ", part) if isinstance(part, str) else part for part in parts]
    while line and isinstance(line[0], str) and not line[0].strip():
        line.pop(0)
    while line and isinstance(line[-1], str) and not line[-1].strip():
        line.pop()
    if line and isinstance(line[0], str):
        line[0] = line[0].lstrip()
    if line and isinstance(line[-1], str):
        line[-1] = line[-1].rstrip()
    return tuple(line)


def _tidy(source: str) -> str:
    """Return a display's source without blank lines and trailing white space."""
    return "\n".join(line.strip() for line in source.split("\n") if line.strip())


def _outer_level(name: str, shift: int) -> int:
    return shift if name == "chapter" else 1
