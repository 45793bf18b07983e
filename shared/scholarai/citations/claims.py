"""Divides an answer's text into sentences, list items and table rows, and tells which of them claim something."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from scholarai.domain.sentences import Span, sentence_spans
from scholarai.domain.values import Value

Kind = Literal["prose", "item", "row", "bare"]
# Code and formulas: nothing in them ends a sentence or begins a list.
SOLID = re.compile(
    r"^[ \t]*(?P<fence>```|~~~)[\s\S]*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)|\$\$[\s\S]{1,1000}?\$\$|\\\[[\s\S]{1,1000}?\\\]"
    r"|\$(?!\s)[^$\n]+?(?<!\s)\$(?!\d)|\\\([^\n]{1,300}?\\\)|`[^`\n]+`",
    re.MULTILINE,
)
ITEM = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])\s+")
_ROW = re.compile(r"\s*\|")
# Of the line below a table's head.
_RULE_SIGNS = frozenset(" \t|:=-")
_HEADING = re.compile(r"\s*(?:#{1,6}\s.*|(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$)")
_AROUND = " \t\n*_~>\"'“”„«»()[]"
# One short word answers yes or no in every language, and so does one with a comma and a few more ("Yes, they do."). Guesses.
_YES_NO = re.compile(
    r"(?:[a-z\u00c0-\u024f]{1,7}|[^\W\da-z]{1,3}|[^\W\d]{1,4}[,，](?: \w+){1,4})[.!。！]?", re.IGNORECASE
)
_ABOUT_ITSELF = re.compile(r"(?:I|Let me|Here(?: is| are|'s)|(?:Hier|Voici|Aquí|Ecco))\b")
_SOURCE = re.compile(
    r"\b(?:papers?|excerpts?|passages?|articles?|artikel|artículo|articolo|artigo|auszüge?n?|arbeit|text[eo]?s?|stud(?:y|ies|ie|io)"
    r"|[eé]studes?|estudio|extraits?|extractos|autor(?:s|en|es)?|authors?|auteurs|document[so]?)\b|论文|文章|原文|摘录|文中|本文",
    re.IGNORECASE,
)
# A finding is told in the past ("did not improve"), and what a paper leaves out in the present ("does not say").
_LEAVES_OUT = re.compile(
    r"\b(?:do|does|is|are|can|could)(?: not|n[o']t)\b|\bcannot\b|\b(?:no|none|nothing|neither|nowhere|nicht|nichts|nirgends|keine?[nmrs]?|weder"
    r"|pas|aucune?|rien|ni|non|nessun[ao]?|ningun[ao]?|ningún|nada|não|nenhuma?|niet|geen)\b|没有?|未|不|无",
    re.IGNORECASE,
)


class Unit(Value, frozen=True, kw_only=False):
    """A sentence, a row of a table, or what claims nothing (`bare`: headings, code), up to the beginning of the next one.

    `line` counts the paragraphs, items, rows and the like before it: sentences of one paragraph or item have the same.
    """

    start: int
    end: int
    kind: Kind
    line: int


def makes_claim(text: str) -> bool:
    """Tell whether a text states something that a quote could support.

    Headings, heads of tables, code, lead-ins, questions, "yes" and "no", words about the answer itself and statements of what a
    paper leaves out do not.
    """
    return any(claims(text[unit.start : unit.end], unit.kind) for unit in units_of(text))


def claims(text: str, kind: Kind) -> bool:
    """Tell whether one unit of a text states something."""
    mark = ITEM.match(text)
    bare = re.sub(r"<[^<>]*>", "", text[mark.end() :] if mark else text).strip(_AROUND)
    if kind == "bare" or not any(map(str.isalnum, bare)):
        return False
    if kind == "row":
        return True
    yes_or_no = kind == "prose" and says_yes_or_no(text)
    return not (
        is_lead_in(text) or bare.endswith(("?", "？")) or yes_or_no or _ABOUT_ITSELF.match(bare) or states_gap(bare)
    )


def is_lead_in(text: str) -> bool:
    """Tell whether a text announces what follows it."""
    return text.rstrip(_AROUND).endswith((":", "："))


def says_yes_or_no(text: str) -> bool:
    """Tell whether a text is a short answer without a claim of its own."""
    return bool(_YES_NO.fullmatch(text.strip(_AROUND)))


def states_gap(text: str) -> bool:
    """Tell whether a text says that a paper, or the excerpts, leave something out."""
    return bool(_SOURCE.search(text) and _LEAVES_OUT.search(text))


def denies(text: str) -> bool:
    """Tell whether a text contains a negation."""
    return bool(_LEAVES_OUT.search(text))


def units_of(text: str) -> list[Unit]:
    """Return the units of a text in order; together they are the text."""
    found: list[tuple[int, Kind, int]] = []
    glued = [match.span() for match in SOLID.finditer(text)]
    for line, (start, end, kind) in enumerate(_lines(text, glued)):
        if kind in {"bare", "row"}:
            found.append((start, kind, line))
            continue
        mark = ITEM.match(text, start, end) if kind == "item" else None
        words = mark.end() if mark else start
        within = glued[bisect_left(glued, (words, words)) : bisect_left(glued, (end, end))]
        inside = [(low - words, high - words) for low, high in within]
        starts = [words + low for low, _ in sentence_spans(text[words:end], glued=inside)]
        found += [(low, kind, line) for low in (start, *starts[1:])]
    places = [0, *(start for start, _, _ in found[1:]), len(text)]
    return [Unit(*span, kind, line) for span, (_, kind, line) in zip(pairwise(places), found, strict=False)]


def goes_on(text: str, start: int, end: int) -> bool:
    """Tell whether what follows a blank line, from `start` to `end`, is needed to understand what is before it.

    It is inside code, beside a formula, below a lead-in or a table, and in a list.
    """
    before, after = text[:start].rstrip(), text[end:]
    last = before[before.rfind("\n") + 1 :]
    if is_lead_in(last) or _ROW.match(last) or _is_formula(last.strip()) or _is_formula(after.lstrip()[:2]):
        return True
    in_list = ITEM.match(before, before.rfind("\n\n") + 1) and ITEM.match(after)
    return bool(in_list) or any(code.start() < start and code.end() > end for code in SOLID.finditer(text))


def _lines(text: str, glued: Sequence[Span]) -> list[tuple[int, int, Kind]]:
    """Return paragraphs, list items, rows, headings and code: where they start and end, and what they are."""
    found: list[tuple[int, int, Kind]] = []
    blank, before = True, ""
    for start, end in _whole_lines(text, glued):
        line = text[start:end].strip()
        if not line:
            blank = not (_is_formula(before) or _is_formula(text[end:].lstrip()[:2]))
            continue
        kind: Kind = _kind_of(text[start:end])
        is_rule = kind == "row" and "-" in line and _RULE_SIGNS.issuperset(line)
        if is_rule and found and found[-1][2] == "row":
            found[-1] = (*found[-1][:2], "bare")
        if kind == "prose" and not blank and found[-1][2] in {"prose", "item"}:
            found[-1] = (found[-1][0], end, found[-1][2])
        else:
            found.append((start, end, "bare" if is_rule else kind))
        blank, before = False, line
    return found


def _whole_lines(text: str, glued: Sequence[Span]) -> Iterator[Span]:
    """Yield the ranges of lines; code, or a formula, that takes several counts as one."""
    start, at = 0, 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        while at < len(glued) and glued[at][0] < end:
            end = max(end, text.find("\n", glued[at][1] - 1) + 1 or len(text))
            at += 1
        yield start, end
        start = end


def _kind_of(line: str) -> Kind:
    if _HEADING.match(line) or line.lstrip().startswith(("```", "~~~")):
        return "bare"
    if _ROW.match(line):
        return "row"
    return "item" if ITEM.match(line) else "prose"


def _is_formula(line: str) -> bool:
    return line.startswith(("$$", "\\[")) or line.endswith(("$$", "\\]"))
