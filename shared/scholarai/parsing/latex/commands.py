"""Handlers of LaTeX commands: the effect of each on the paper being read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scholarai.domain.superscripts import lowered, raised
from scholarai.parsing.grids import Grid
from scholarai.parsing.latex import specs
from scholarai.parsing.latex.document import DocumentReader, Handler
from scholarai.parsing.latex.nodes import arguments, is_starred, options, source_of
from scholarai.parsing.latex.quantities import angle, chemical, quantity
from scholarai.parsing.latex.sink import CODE, DISPLAY, FORMULA, GRAPHIC, VERBATIM
from scholarai.parsing.numbering import LABEL, tidy
from scholarai.parsing.rich_text import Cite, CiteForm, Ref, RefForm, Rich, Target, plain_text
from scholarai.parsing.section_names import ABSTRACTS

_LOGOS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2ε", "BibTeX": "BibTeX", "XeLaTeX": "XeLaTeX", "XeTeX": "XeTeX",
    "LuaLaTeX": "LuaLaTeX", "pdfLaTeX": "pdfLaTeX", "AmS": "AMS", "AmSLaTeX": "AMS-LaTeX", "revtex": "REVTeX", "REVTeX":
    "REVTeX", "TikZ": "TikZ",
}  # fmt: skip
# Symbols that pylatexenc 2.11 cannot convert.
_SYMBOLS = {
    "S": "§", "P": "¶", "copyright": "©", "textcopyright": "©", "pounds": "£", "euro": "€", "texteuro": "€", "dag": "†",
    "ddag": "‡", "textdagger": "†", "textbullet": "•", "textmu": "µ", "degree": "°", "degrees": "°", "arcdeg": "°",
    "textohm": "Ω", "textperthousand": "‰", "textnumero": "№", "checkmark": "✓", "permil": "‰",
}  # fmt: skip
# Signs of Zapf Dingbats that Unicode has elsewhere than in its block of the same order.
_DINGS = {
    37: "☎", 42: "☛", 43: "☞", 72: "★", 108: "●", 110: "■", 115: "▲", 116: "▼", 117: "◆", 119: "◗", 168: "♣", 169: "♦",
    170: "♥", 171: "♠", 213: "→", 214: "↔", 215: "↕", **dict(enumerate("①②③④⑤⑥⑦⑧⑨⑩", 172)),
}  # fmt: skip
_FIRST_DINGS, _LAST_DINGS = range(33, 127), range(161, 255)


def add_display(reader: DocumentReader, node: Any) -> None:
    """Add a displayed formula with its numbers; inside a caption or a cell, add it as text."""
    source = reader.visible_formula(reader.placeholder_source(reader.expanded.sink.displays, node))
    numbers, labels = reader.counters.equation(reader.expanded.labelled(source))
    for label, number in labels.items():
        reader.paper.name_target(label, Target("Equation", number))
    latex = tidy(LABEL.sub("", source))
    shown = " ".join([latex, *(f"({number})" for number in numbers)])
    if reader.is_flat:
        reader.parts.append(f" {shown} ")
        return
    reader.flush()
    reader.paper.add_equation(shown, label=", ".join(numbers) or None, latex=latex)


def read_abstract(reader: DocumentReader, nodes: Any) -> None:
    """Read nodes as the abstract; the blocks after it belong to no section until one begins."""
    reader.flush()
    reader.paper.open_abstract()
    reader.in_abstract = True
    reader.walk_separately(nodes)
    reader.in_abstract = False
    reader.paper.close_sections()


def open_unnumbered(title: str) -> Handler:
    def opened(reader: DocumentReader, _: Any) -> None:
        reader.flush()
        reader.paper.open_section((title,), 1 + reader.shift)

    return opened


def _section(reader: DocumentReader, node: Any) -> None:
    reader.flush()
    reader.kind = "paragraph"  # items outside of any list end here
    title = reader.inline(arguments(node)[-1:])
    name = node.macroname
    text = plain_text(title).rstrip(" .:")
    if text.lower() in ABSTRACTS:
        reader.paper.open_abstract(title)
        return
    if reader.in_abstract:  # "Motivation", "Results": parts of a structured abstract
        reader.paper.open_section(title, 2 + reader.shift)
        return
    number = reader.counters.section(name, starred=is_starred(node))
    reader.target = Target("Appendix" if reader.counters.in_appendix else "Section", number or text)
    level = {"part": 1, "chapter": reader.shift}.get(name, specs.SECTIONS[name] + reader.shift)
    reader.paper.open_section(title, max(level, 1), number=number)
    if reader.paper.in_references:
        reader.paper.place_bibliography()


def _cite(form: CiteForm) -> Handler:
    def read(reader: DocumentReader, node: Any) -> None:
        if not arguments(node):
            return
        notes = [reader.plain(source_of(option)) for option in options(node)]
        keys = tuple(key for key in (part.strip() for part in source_of(arguments(node)[-1]).split(",")) if key)
        before, after = ("", *notes)[-2:] if notes else ("", "")
        if keys:
            reader.parts.append(Cite(keys, form, before, after))

    return read


def _refer(form: RefForm) -> Handler:
    def read(reader: DocumentReader, node: Any) -> None:
        labels = tuple(label.strip() for argument in arguments(node) for label in source_of(argument).split(","))
        reader.parts.append(Ref(labels, form))

    return read


def _label(reader: DocumentReader, node: Any) -> None:
    reader.name_target(node)


def _footnote(reader: DocumentReader, node: Any) -> None:
    text = reader.inline(arguments(node)[-1:])
    if not reader.is_outside_text:
        reader.after_paragraph(lambda: reader.paper.add("footnote", text))


def _formula(reader: DocumentReader, node: Any) -> None:
    reader.parts.append(reader.visible_formula(reader.placeholder_source(reader.expanded.sink.formulas, node)))


def _verbatim(reader: DocumentReader, node: Any) -> None:
    reader.parts.append(reader.placeholder_source(reader.expanded.sink.codes, node))


def _code(reader: DocumentReader, node: Any) -> None:
    code = reader.placeholder_source(reader.expanded.sink.codes, node)
    if reader.is_flat:
        reader.parts.append(f" {code} ")
    else:
        reader.flush()
        reader.add_code(code)


def _item(reader: DocumentReader, node: Any) -> None:
    reader.end_paragraph()
    if reader.items:
        reader.items[-1] += 1
        reader.target = Target("Item", str(reader.items[-1]))
    if not reader.is_flat:
        reader.kind = "list_item"
    if given := options(node):
        reader.parts += [*reader.inline(given), " "]


def _labelled(title: str) -> Handler:
    def read(reader: DocumentReader, node: Any) -> None:
        reader.flush()
        reader.parts.append(f"{title}: ")
        reader.walk(arguments(node)[-1:])
        reader.flush()

    return read


def _spelled(shown: str) -> Handler:
    def read(reader: DocumentReader, node: Any) -> None:
        reader.parts.append(shown + (" " if node.macro_post_space else ""))

    return read


def _ding(reader: DocumentReader, node: Any) -> None:
    r"""Append the sign of pifont with a number, such as ✓ for `\\ding{51}`; most are a block of Unicode in the same order."""
    given = "".join(source_of(one).strip() for one in arguments(node))
    number = int(given) if given.isascii() and given.isdecimal() else 0
    if number in _DINGS:
        reader.parts.append(_DINGS[number])
    elif number in _FIRST_DINGS:
        reader.parts.append(chr(0x2700 + number - 0x20))
    elif number in _LAST_DINGS:
        reader.parts.append(chr(0x2700 + number - 0x40))
    reader.parts.append(node.macro_post_space)


def _caption_of(reader: DocumentReader, node: Any) -> None:
    given = arguments(node)
    if len(given) > 1:
        _captioned(reader, source_of(given[0]).strip(), reader.inline(given[-1:]))


def _loose_caption(reader: DocumentReader, node: Any) -> None:
    _captioned(reader, "figure", reader.inline(arguments(node)[-1:]))


def _captioned(reader: DocumentReader, kind: str, caption: Rich) -> None:
    name = "Table" if kind.startswith("table") else "Listing" if kind == "listing" else "Figure"
    label = reader.number_float(name)
    if name == "Table":
        reader.after_paragraph(lambda: reader.paper.add_table(label, caption, Grid()))
    else:
        reader.after_paragraph(lambda: reader.paper.add_figure(label, caption))


def _all_arguments(reader: DocumentReader, node: Any) -> None:
    reader.walk(arguments(node))


def _shifting(shift: Callable[[str], str]) -> Handler:
    def read(reader: DocumentReader, node: Any) -> None:
        reader.parts += [shift(part) if isinstance(part, str) else part for part in reader.inline(arguments(node)[-1:])]
        reader.parts.append(node.macro_post_space)

    return read


def _first_argument(reader: DocumentReader, node: Any) -> None:
    reader.walk(arguments(node)[:1])


def _space(reader: DocumentReader, _: Any) -> None:
    reader.parts.append(" ")


def _nothing(_reader: DocumentReader, _node: Any) -> None:
    pass


def _paragraph(reader: DocumentReader, _: Any) -> None:
    reader.end_paragraph()


def _appendix(reader: DocumentReader, _: Any) -> None:
    reader.counters.begin_appendix()


def _abstract(reader: DocumentReader, node: Any) -> None:
    read_abstract(reader, arguments(node)[-1:])


def _place_bibliography(reader: DocumentReader, _: Any) -> None:
    reader.flush()
    reader.paper.place_bibliography()


COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(specs.SECTIONS, _section),
    **dict.fromkeys(specs.CITES_GROUP, _cite("group")),
    **dict.fromkeys(specs.CITES_TEXT, _cite("text")),
    **dict.fromkeys(specs.CITES_BARE, _cite("bare")),
    **dict.fromkeys(specs.CITES_AUTHOR, _cite("author")),
    **dict.fromkeys(specs.CITES_YEAR, _cite("year")),
    **dict.fromkeys(specs.REFS_NUMBER, _refer("number")),
    **dict.fromkeys(specs.REFS_NAME, _refer("name")),
    **dict.fromkeys(specs.REFS_RANGE, _refer("range")),
    "labelcref": _refer("label"),
    "eqref": _refer("equation"),
    **dict.fromkeys(specs.FOOTNOTES, _footnote),
    **dict.fromkeys((",", ";", ":", " ", "\n", "\\", "quad", "qquad", "enspace", "thinspace", "newline"), _space),
    **dict.fromkeys(("!", "-", "/", "@"), _nothing),
    **dict.fromkeys(("si", "unit"), quantity("one", has_unit=True, numbers=0)),
    **dict.fromkeys(("num", "tablenum", "complexnum"), quantity("one", has_unit=False, numbers=1)),
    **dict.fromkeys(("SI", "qty", "complexqty"), quantity("one", has_unit=True, numbers=1)),
    "numlist": quantity("list", has_unit=False, numbers=1),
    **dict.fromkeys(("SIlist", "qtylist"), quantity("list", has_unit=True, numbers=1)),
    "numproduct": quantity("product", has_unit=False, numbers=1),
    "qtyproduct": quantity("product", has_unit=True, numbers=1),
    "numrange": quantity("range", has_unit=False, numbers=2),
    **dict.fromkeys(("SIrange", "qtyrange"), quantity("range", has_unit=True, numbers=2)),
    "ang": angle,
    "ce": chemical,
    "lettrine": _all_arguments,
    **dict.fromkeys(
        ("acknowledgments", "acknowledgements", "acknowledgement", "ack"), open_unnumbered("Acknowledgments")
    ),
    **dict.fromkeys(("appendix", "appendices"), _appendix),
    **dict.fromkeys(("abstract", "abstracts", "abst"), _abstract),
    **dict.fromkeys(("facility", "facilities"), _labelled("Facilities")),
    **{name: _spelled(shown) for name, shown in (_LOGOS | _SYMBOLS).items()},
    "software": _labelled("Software"),
    "ding": _ding,
    DISPLAY: add_display,
    FORMULA: _formula,
    VERBATIM: _verbatim,
    CODE: _code,
    GRAPHIC: _nothing,
    "scholarbibliography": _place_bibliography,
    "label": _label,
    "item": _item,
    "par": _paragraph,
    "caption": _loose_caption,
    "captionof": _caption_of,
    **dict.fromkeys(("texorpdfstring", "pdftooltip", "pdfmarkupcomment"), _first_argument),
    "textsuperscript": _shifting(raised),
    "textsubscript": _shifting(lowered),
}
