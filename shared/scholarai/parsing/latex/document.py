"""Walks the nodes of an expanded LaTeX document and builds the paper from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from scholarai.domain.content import BlockKind
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.latex import specs
from scholarai.parsing.latex.counters import Counters
from scholarai.parsing.latex.expanded import Expanded
from scholarai.parsing.latex.hidden import Visibility
from scholarai.parsing.latex.hidden_formulas import visible_formula
from scholarai.parsing.latex.nodes import Nodes, arguments, source_of
from scholarai.parsing.latex.scanning import without_open_options
from scholarai.parsing.rich_text import Part, Rich, Target, plain_text

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_QUOTE = re.compile(r"`|'(?!\w)")
Handler: TypeAlias = "Callable[[DocumentReader, Any], None]"


class DocumentReader:
    """Reads one document. The handlers of commands and environments use its public attributes and methods.

    `parts` is the current paragraph, `kind` its block kind, `target` what the next label refers to. While `is_flat`, all
    nodes become one run of text, as in a title, a caption or a cell. While `is_outside_text`, the nodes are not part of the text.
    """

    def __init__(
        self, paper: Assembly, expanded: Expanded, *, commands: Mapping[str, Handler], environment: Handler
    ) -> None:
        from pylatexenc.latex2text import LatexNodes2Text

        self.paper = paper
        self.expanded = expanded
        self.counters = Counters(expanded)
        self.parts: list[Part] = []
        self.kind: BlockKind = "paragraph"
        self.is_flat = False
        self.is_outside_text = False
        self.in_abstract = False
        self.target: Target | None = None
        self.items: list[int] = []
        self.entries: list[tuple[str, str | None, str]] = []
        """Printed bibliography entries: key, label, source."""
        self.shift = ("\\chapter" in expanded.body) + ("\\part{" in expanded.body)
        self._commands = commands
        self._environment = environment
        self._symbols = LatexNodes2Text(math_mode="verbatim")
        self._after: list[Callable[[], object]] = []
        self._visibility = Visibility(f"{expanded.preamble}\n{expanded.body}")
        self._on_background = False
        self._background: tuple[str, str] | None = None
        self._quotes = 0  # open single quotation marks

    def read(self, *, before: str = "") -> None:
        """Read the body, after expanded source that belongs before it."""
        for source in filter(None, (before, self.expanded.body)):
            self.walk_separately(self.parse(source))

    def parse(self, source: str) -> Nodes:
        """Return the nodes of expanded source."""
        from pylatexenc.latexwalker import LatexWalker

        walker = LatexWalker(without_open_options(source), latex_context=specs.context(), tolerant_parsing=True)
        nodes: Nodes = walker.get_latex_nodes()[0]
        return nodes

    def inline(self, nodes: Nodes) -> Rich:
        """Return nodes as running text."""
        saved = self.parts, self.is_flat
        self.parts, self.is_flat = [], True
        self.walk(nodes)
        parts = tuple(self.parts)
        self.parts, self.is_flat = saved
        return parts

    def plain(self, source: str) -> str:
        """Return source as plain text, with formulas unchanged and the paper's macros expanded again.

        The preamble may use macros that are defined further down.
        """
        above, self.is_outside_text = self.is_outside_text, True
        text = plain_text(self.inline(self.parse(self.expanded.expand(source))))
        self.is_outside_text = above
        return text

    def walk_separately(self, nodes: Nodes) -> None:
        """Read nodes as paragraphs of their own."""
        self.flush()
        self.walk(nodes)
        self.flush()

    def walk(self, nodes: Nodes) -> None:
        """Read nodes into the current paragraph and those that they begin; hidden text is left out and noted."""
        is_hidden = False
        around: list[bool] = []  # of each group that \\begingroup has opened here
        for node in nodes:
            if node is None:
                continue
            if (name := getattr(node, "macroname", None)) == "begingroup":
                around.append(is_hidden)
            elif name == "endgroup" and around:
                is_hidden = around.pop()
            switched = self._visibility.switches(node)
            is_lost = bool(switched or self._visibility.hides(node)) and not self._on_background
            is_lost = is_lost or (self._background is not None and self._visibility.color(node) == self._background)
            is_switch = switched is not None
            is_hidden = is_lost if is_switch else is_hidden
            if not is_lost and (not is_hidden or self._visibility.paints_background(node)):
                self._node_on_background(node)
            elif not is_switch and node.latex_verbatim().strip():
                self.paper.note(HIDDEN_TEXT.code, HIDDEN_TEXT.detail)

    def end_paragraph(self) -> None:
        """End the current paragraph, or add a space where paragraphs are not allowed."""
        if self.is_flat:
            self.parts.append(" ")
        else:
            self.flush()

    def flush(self) -> None:
        """Close the current paragraph, then add the floats that interrupted it."""
        self._quotes = 0
        text = plain_text(self.parts)
        if any(character.isalnum() for character in text) or any(not isinstance(part, str) for part in self.parts):
            self.paper.add(self.kind, tuple(self.parts))
        self.parts = []
        after, self._after = self._after, []
        for add in after:
            add()

    def after_paragraph(self, add: Callable[[], object]) -> None:
        """Add something after the current paragraph, or at once if no paragraph is open."""
        self._after.append(add)
        if not self.is_flat and not plain_text(self.parts):
            self.flush()

    def placeholder_source(self, kept: list[str], node: Any) -> str:
        """Return the source that a placeholder replaces; empty if the paper wrote a placeholder of its own."""
        number = source_of(arguments(node)[-1]).strip() if arguments(node) else ""
        return kept[int(number)] if number.isdecimal() and int(number) < len(kept) else ""

    def visible_formula(self, source: str) -> str:
        """Return a formula without what is not drawn of it, which is noted."""
        shown = visible_formula(source, self._visibility.hides_in_formula)
        if shown != source:
            self.paper.note(HIDDEN_TEXT.code, HIDDEN_TEXT.detail)
        return shown

    def number_float(self, name: str) -> str:
        """Count a figure, table or algorithm and return its printed label."""
        self.target = Target(name, self.counters.step(name))
        return f"{name} {self.target.number}"

    def name_target(self, node: Any) -> None:
        """Let the label of `node` refer to the item numbered last."""
        if self.target is not None and arguments(node):
            self.paper.name_target(source_of(arguments(node)[-1]).strip(), self.target)

    def add_code(self, code: str) -> None:
        self.paper.add("code", (code.strip("\n"),), keep_lines=True)

    def _node_on_background(self, node: Any) -> None:
        outside = self._on_background, self._background
        self._on_background = self._on_background or self._visibility.paints_background(node)
        self._background = self._visibility.background(node) or self._background
        self._node(node)
        self._on_background, self._background = outside

    def _node(self, node: Any) -> None:
        if hasattr(node, "chars"):
            self._chars(node.chars)
        elif hasattr(node, "macroname"):
            self._command(node)
        elif hasattr(node, "environmentname"):
            self._environment(self, node)
        elif hasattr(node, "specials_chars"):
            self._specials(node)
        elif hasattr(node, "displaytype"):
            self.parts.append(node.latex_verbatim())
        elif hasattr(node, "nodelist"):
            self.walk(node.nodelist)

    def _chars(self, text: str) -> None:
        if "`" in text or (self._quotes and "'" in text):
            text = _QUOTE.sub(self._quoted, text)
        first, *rest = _PARAGRAPH.split(text)
        self.parts.append(first)
        for piece in rest:
            self.end_paragraph()
            self.parts.append(piece)

    def _quoted(self, sign: re.Match[str]) -> str:
        """Return a single quotation mark as printed; an apostrophe within a word stays."""
        if sign[0] == "`":
            self._quotes += 1
            return "‘"
        if not self._quotes:
            return sign[0]
        self._quotes -= 1
        return "’"

    def _specials(self, node: Any) -> None:
        if node.specials_chars.startswith("\n"):
            self.end_paragraph()
        elif node.specials_chars == "&":
            self.parts.append(" ")
        else:
            self.parts.append(self._symbols.node_to_text(node))

    def _command(self, node: Any) -> None:
        name = node.macroname
        handler = self._commands.get(name)
        if handler is not None:
            handler(self, node)
        elif name in specs.SILENT:
            self.parts.append(" ")
        elif name in specs.WRAPPERS:
            self.walk(arguments(node)[-1:])
            self.parts.append(node.macro_post_space)
        elif not self._symbol(node):
            self.walk(arguments(node))  # an unknown command: printing its arguments is the best guess
            self.parts.append(" " if node.macro_post_space else "")

    def _symbol(self, node: Any) -> bool:
        """Append an accented letter or a symbol, and tell whether the command is one."""
        known = self._symbols.latex_context.get_macro_spec(node.macroname)
        if known is None or not known.macroname:
            return False
        try:
            text = self._symbols.node_to_text(node)
        except (LookupError, AttributeError, TypeError, ValueError):
            return False  # pylatexenc 2.11 raises on accents without a letter
        # A blank ends the name of a command; where that is a letter, the word goes on.
        ends_word = node.macro_post_space and node.macroname.isalpha() and not text.isalpha()
        self.parts.append(text + " " if ends_word else text)
        return True
