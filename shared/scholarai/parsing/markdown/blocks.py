"""Walks the block tokens of a Markdown paper and builds the paper from them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from scholarai.domain.content import BlockKind
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.grids import Grid, SourceCell, grid_of
from scholarai.parsing.latex.reader import FragmentReader
from scholarai.parsing.markdown.inline import Image, Inline, read_inline
from scholarai.parsing.markdown.syntax import parser
from scholarai.parsing.numbering import LABEL, tidy
from scholarai.parsing.rich_text import Part, Rich, Target, one_line, plain_text
from scholarai.parsing.section_names import ABSTRACTS, SUMMARIES

_NUMBER = re.compile(
    r"(?:(?P<number>\d{1,2}(?:\.\d{1,2})*|[A-Z](?:\.\d{1,2})+)[.)]?|Appendix\s+(?P<letter>[A-Z])[.:]?)\s+(?=\S)"
)
_HEADING_ATTRIBUTES = re.compile(r"(?:(?<!\s)\s++)?+\{([^{}]*+)\}\s*+$")
_CAPTION = re.compile(r"(?:Figure|Fig\.?|Table|Tab\.?|Listing|Algorithm)\s*S?\d+\s*[.:|]", re.IGNORECASE)
_TABLE_CAPTION = re.compile(r"(?:Table)?:\s+", re.IGNORECASE)
_IDENTIFIER = re.compile(r"(?:(?<!\s)\s++)?+\{(?=[^{}]*+\}\s*+$)[^{}]*#([\w:.\-]+)")
_FLOAT = re.compile(r"#((?:fig|tbl)-[\w:.\-]+)")
_THEOREM = re.compile(r"#((thm|lem|cor|prp|cnj|def|exm|exr)-[\w:.\-]+)")
_THEOREMS = {
    "thm": "Theorem", "lem": "Lemma", "cor": "Corollary", "prp": "Proposition", "cnj": "Conjecture", "def": "Definition",
    "exm": "Example", "exr": "Exercise",
}  # fmt: skip
# Options of code that is run: of Quarto at the start of its lines, of R Markdown in its head.
_LINE_OPTION = re.compile(r"^[ \t]*(?:#|//|%%|--)\|[ \t]*([\w.\-]+)[ \t]*:[ \t]*(.*)\n?", re.MULTILINE)
_HEAD_OPTION = re.compile(r"(?<![\w.\-])([\w.\-]++)\s*+=\s*+(\"[^\"]*\"|'[^']*'|[^,\s}]+)")
_CHUNK_NAME = re.compile(r"\{\w+[ ,]+([\w:.\-]+)\s*[,}]")

# A longer title includes the abstract, and is kept in the text as well. A guess: the longest titles that we know have 300
# characters.
LONGEST_TITLE = 400
_RULE = re.compile(r"\+[-=:]{2,}(?=\+)")
_RULED = frozenset("-=:+")


class BlockReader:
    """Walks the tokens of one paper once."""

    def __init__(self, paper: Assembly, tokens: Sequence[Token]) -> None:
        self._paper = paper
        self._tokens = tokens
        self._list_depth = 0
        self._tex = FragmentReader(paper)
        self._footnotes = dict(_footnotes(tokens))
        self._captions = dict(_division_captions(tokens))
        self._headings = [token for token in self._tokens if token.type == "heading_open"]
        self._numbered = any(
            inside.content.startswith(("1 ", "1. ", "1) "))
            for token, inside in itertools.pairwise(tokens)
            if token.type == "heading_open"
        )

    def read(self, *, has_title: bool) -> str | None:
        """Add all blocks to the paper; return the title if the first heading is one."""
        title = None if has_title else self._title()
        shift = self._shift(title)
        at = 0
        while at < len(self._tokens):
            token = self._tokens[at]
            if token.type == "heading_open":
                if not (title is not None and token is self._headings[0]):
                    self._heading(int(token.tag[1:]) - shift, self._tokens[at + 1])
                elif len(title) > LONGEST_TITLE:
                    self._paragraph(at + 1, read_inline(self._tokens[at + 1].children or []), None)
                at += 3
            elif token.type == "footnote_block_open":
                break
            elif token.type == "table_open":
                at = self._table(at)
            elif token.type == "grid_table":
                self._add_table(at, at, _read_grid_table(token.content))
                at += 1
            else:
                self._list_depth += {"list_item_open": 1, "list_item_close": -1}.get(token.type, 0)
                self._block(at, token)
                at += 1
        return title

    def _title(self) -> str | None:
        """Return the text of the first heading if it is the only one of the highest level."""
        if not self._headings:
            return None
        levels = [token.tag for token in self._headings]
        if levels.count(min(levels)) > 1 or levels[0] != min(levels):
            return None
        inline = self._tokens[list(self._tokens).index(self._headings[0]) + 1]
        return plain_text(read_inline(inline.children or []).text()) or None

    def _shift(self, title: str | None) -> int:
        levels = [int(token.tag[1:]) for token in self._headings[1 if title is not None else 0 :]]
        return min(levels, default=1) - 1

    def _heading(self, level: int, inline: Token) -> None:
        content = read_inline(inline.children or [])
        parts, identifier = _without_attributes(content.text())
        title, number = self._without_number(parts)
        name = plain_text(title)
        for label in [*content.labels, *([identifier] if identifier else [])]:
            self._paper.name_target(label, Target("Section", number or name))
        # The summary that a paper begins with is its abstract, as in journals of software.
        if name.rstrip(".:").lower() in (ABSTRACTS if self._paper.has_text else SUMMARIES):
            self._paper.open_abstract(title)
        else:
            self._paper.open_section(title, level, number=number)
        if self._paper.in_references:
            self._paper.place_bibliography()

    def _without_number(self, title: Rich) -> tuple[Rich, str | None]:
        """Return a title without its number, and the number; the count in `10 simple rules` belongs to the title."""
        match = _NUMBER.match(title[0]) if title and isinstance(title[0], str) else None
        if match is None:
            return title, None
        counts = match.group("number") and "." not in match.group("number")
        if counts and not self._numbered:
            return title, None
        return (match.string[match.end() :], *title[1:]), match.group("number") or match.group("letter")

    def _block(self, at: int, token: Token) -> None:
        if token.type == "inline":
            self._paragraph(at, read_inline(token.children or []), "list_item" if self._list_depth else None)
        elif token.type in {"math_block", "math_block_label"}:
            label = [token.info] if token.info else []
            self._equation(f"$${token.content.strip()}$$", label)
        elif token.type == "amsmath":
            self._equation(token.content.strip(), [])
        elif token.type == "division":
            if found := _THEOREM.search(token.content):
                name = _THEOREMS[found[2]]
                self._paper.name_target(found[1], Target(name, self._tex.counters.step(name)))
        elif token.type == "fence" and token.info.strip().startswith("{"):
            self._run_code(token.info.strip(), token.content)
        elif token.type in {"fence", "code_block"}:
            self._paper.add("code", (token.content.strip("\n"),), keep_lines=True)
        elif token.type == "tex_environment":
            self._tex.read(token.content)
        elif token.type == "html_block":
            self._html(token.content)

    def _run_code(self, info: str, content: str) -> None:
        """Add code that is run, unless it is not printed, and the figure or table that its options caption."""
        if info.startswith("{="):
            if info.strip("{=} ").lower() in {"latex", "tex"}:
                self._tex.read(content)
            return
        options = {name.replace(".", "-"): value.strip().strip("\"'") for name, value in _HEAD_OPTION.findall(info)}
        options |= {name: value.strip().strip("\"'") for name, value in _LINE_OPTION.findall(content)}
        hidden = {options.get("echo", "").lower(), options.get("include", "").lower()} & {"false", "f"}
        if not hidden and (code := _LINE_OPTION.sub("", content).strip("\n")):
            self._paper.add("code", (code,), keep_lines=True)
        chunk = _CHUNK_NAME.match(info)
        label = options.get("label") or (chunk[1] if chunk else "")
        for key, name, prefix in (("fig-cap", "Figure", "fig:"), ("tbl-cap", "Table", "tab:")):
            if caption := options.get(key):
                number = self._tex.counters.step(name)
                for one in (label, prefix + label):
                    self._paper.name_target(one, Target(name, number))
                parts = read_inline(parser().parseInline(caption)[0].children or []).text()
                if name == "Table":
                    self._paper.add_table(f"Table {number}", parts, Grid())
                else:
                    self._paper.add_figure(f"Figure {number}", parts)

    def _paragraph(self, at: int, inline: Inline, kind: BlockKind | None) -> None:
        images = inline.images()
        if label := self._captions.get(at):
            if label.startswith("fig"):
                self._figure(Image(inline.text(), (label,)))
            return
        text = plain_text(inline.text())
        if images and not text and not any(isinstance(item, str) for item in inline.items):
            for image in images:
                self._figure(image)
        elif kind is None and _CAPTION.match(text):
            self._captioned(inline)
        elif not (_TABLE_CAPTION.match(text) and self._beside_table(at)):  # read with its table
            self._items(inline, kind or "paragraph")

    def _items(self, inline: Inline, kind: BlockKind) -> None:
        """Add the text, formulas and images of a paragraph, then its footnotes."""
        for item in inline.items:
            if isinstance(item, str):
                self._equation(item, [])
            elif not isinstance(item, Image):
                self._paper.add(kind, item)
            elif item.caption:
                self._paper.add(kind, item.caption)
        for number in inline.footnotes:
            self._paper.add("footnote", self._footnotes.pop(number, ()))

    def _captioned(self, inline: Inline) -> None:
        """Add a paragraph that is the caption of a figure or table."""
        caption = inline.text()
        label = _CAPTION.match(plain_text(caption))
        name = label.group().rstrip(" .:|") if label else ""
        if name.lower().startswith("tab"):
            self._paper.add_table("", caption, Grid())
        else:
            self._paper.add_figure("", caption)
        for target in inline.labels:
            self._paper.name_target(target, Target(name.split()[0], name.split()[-1]))

    def _figure(self, image: Image) -> None:
        if not image.caption:
            return
        number = self._tex.counters.step("Figure")
        label = f"Figure {number}"
        for target in image.labels:
            self._paper.name_target(target, Target("Figure", number))
        written = _CAPTION.match(plain_text(image.caption))
        files = (image.file,) if image.file else ()
        self._paper.add_figure("" if written else label, image.caption, files=files)

    def _equation(self, source: str, labels: Sequence[str]) -> None:
        numbers, targets = self._tex.counters.equation(source)
        if source.startswith("$$") and (labels or targets) and not numbers:
            numbers = [self._tex.counters.next_equation()]
            targets = dict.fromkeys([*labels, *targets], numbers[0])
        for label, number in targets.items():
            self._paper.name_target(label, Target("Equation", number))
        latex = tidy(LABEL.sub("", source))
        shown = f"{latex} {' '.join(f'({number})' for number in numbers)}".strip()
        self._paper.add_equation(shown, label=", ".join(numbers) or None, latex=latex)

    def _table(self, at: int) -> int:
        """Add the table that opens at `at` with its adjacent caption; return the index after it."""
        end = next(k for k in range(at, len(self._tokens)) if self._tokens[k].type == "table_close")
        self._add_table(at, end, _read_pipe_table(self._tokens[at:end]))
        return end + 1

    def _add_table(self, at: int, end: int, grid: Grid) -> None:
        caption, label = self._table_caption(at, end)
        number = self._tex.counters.step("Table") if caption else ""
        if label:
            self._paper.name_target(label, Target("Table", number))
        self._paper.add_table(f"Table {number}" if caption else "", caption, grid)

    def _table_caption(self, at: int, end: int) -> tuple[Rich, str | None]:
        for k in (end + 2, at - 2):
            if 0 <= k < len(self._tokens) and self._tokens[k].type == "inline":
                inline = read_inline(self._tokens[k].children or [])
                parts = list(inline.text())
                if label := self._captions.get(k):
                    return tuple(parts), label
                if parts and isinstance(parts[0], str) and (match := _TABLE_CAPTION.match(parts[0])):
                    parts[0] = parts[0][match.end() :]
                    found = _IDENTIFIER.search(parts[-1]) if isinstance(parts[-1], str) else None
                    if found and isinstance(parts[-1], str):
                        parts[-1] = parts[-1][: found.start()]
                    return tuple(parts), found.group(1) if found else next(iter(inline.labels), None)
        return (), None

    def _beside_table(self, at: int) -> bool:
        types = {self._tokens[k].type for k in (at - 2, at + 2) if 0 <= k < len(self._tokens)}
        return bool(types & {"table_open", "table_close", "grid_table"})

    def _html(self, source: str) -> None:
        if source:
            self._paper.add("paragraph", read_inline(parser().parseInline(source)[0].children or []).text())


def _division_captions(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the place and the label of each caption that is the last paragraph in Quarto's division of a figure or table."""
    opened: list[tuple[str, int]] = []
    last = -1
    for at, token in enumerate(tokens):
        if token.type == "inline":
            last = at
        elif token.type == "division" and token.content:
            found = _FLOAT.search(token.content)
            opened.append((found[1] if found else "", at))
        elif token.type == "division" and opened:
            label, start = opened.pop()
            if label and last > start and (tokens[last].children or [])[0].type != "image":
                yield last, label


def _footnotes(tokens: Sequence[Token]) -> Iterator[tuple[int, Rich]]:
    number = -1
    parts: list[Part] = []
    for token in tokens:
        if token.type == "footnote_open":
            number, parts = int(token.meta["id"]), []
        elif token.type == "inline" and number >= 0:
            parts.extend([*read_inline(token.children or []).text(), " "])
        elif token.type == "footnote_close":
            yield number, tuple(parts)
            number = -1


def _without_attributes(title: Rich) -> tuple[Rich, str | None]:
    """Return a title without trailing attributes, such as `{#sec:data}`, and the label in them."""
    match = _HEADING_ATTRIBUTES.search(title[-1]) if title and isinstance(title[-1], str) else None
    if match is None:
        return title, None
    label = re.search(r"#([\w:.\-]+)", match.group(1))
    return (*title[:-1], match.string[: match.start()]), label.group(1) if label else None


def _read_pipe_table(tokens: Sequence[Token]) -> Grid:
    """Return the cells of a table's tokens; its first row is the head."""
    rows: list[list[SourceCell]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(SourceCell(one_line(read_inline(token.children or []).text())))
    return grid_of(rows, header_rows=1)


def _read_grid_table(source: str) -> Grid:
    """Return the cells of a grid table; as in pandoc, a cell may cover several rows and columns."""
    lines = source.strip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    wide = max(map(len, lines))
    lines = [line[indent:].ljust(wide) for line in lines]
    rules = [index for index, line in enumerate(lines) if _RULE.search(line)]
    edges = sorted(
        {at for index in rules for rule in _RULE.finditer(lines[index]) for at in (rule.start(), rule.end())}
    )
    head = next((place for place, index in enumerate(rules) if "+=" in lines[index] or "+:=" in lines[index]), 0)
    rows = [list(_cells_below(place, lines, rules, edges)) for place in range(len(rules) - 1)]
    return grid_of(rows, header_rows=head)


def _cells_below(place: int, lines: Sequence[str], rules: Sequence[int], edges: Sequence[int]) -> Iterator[SourceCell]:
    """Yield the cells that begin below a rule, from left to right."""
    top = rules[place]
    for at, left in enumerate(edges[:-1]):
        if lines[top][left] != "+" or lines[top][left + 1] not in _RULED or lines[top + 1][left] not in "|+":
            continue
        right = next((end for end in range(at + 1, len(edges)) if lines[top + 1][edges[end]] in "|+"), len(edges) - 1)
        low = next(
            (end for end in range(place + 1, len(rules)) if lines[rules[end]][left + 1] in _RULED), len(rules) - 1
        )
        inside = (line[left + 1 : edges[right]].strip().rstrip("\\") for line in lines[top + 1 : rules[low]])
        text = read_inline(parser().parseInline(" ".join(filter(None, inside)))[0].children or []).text()
        yield SourceCell(one_line(text), low - place, right - at)
