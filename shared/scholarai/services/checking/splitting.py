"""Divides a text into its sentences, and finds the quotes in each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from scholarai.citations.claims import ITEM, SOLID, Unit, claims, units_of
from scholarai.citations.grounding import proves
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.sentences import Span, sentence_spans
from scholarai.domain.values import Value

# Quotation marks in pairs. German ones close with “ or ”, French ones stand either way round, straight ones do not reach into the
# next paragraph, and a single mark that closes is no apostrophe: no letter follows it. Forty apostrophes bound the time for hostile text.
_QUOTED = re.compile(
    r"“(?P<curly>[^“”]+)”"
    r"|„(?P<german>[^„“”\"]+)[“”\"]"
    r"|«(?P<french>[^«»]+)»"
    r"|»(?P<reversed>[^«»]+)«"
    r"|``(?P<tex>(?:(?!``|'').)+)''"
    r"|(?<!\w)\"(?=\S)(?P<straight>(?:(?!\n[ \t]*\n)[^\"])+)(?<=\S)\"(?!\w)"
    r"|「(?P<corner>[^「」]+)」"
    r"|(?<!\w)‘(?P<single>[^‘’]+(?:’(?=\w)[^‘’]*+){0,40})’(?!\w)"
    r"|(?<!\w)‹(?P<angle>[^‹›]+)›"
    r"|(?<!\w)'(?=\S)(?P<plain>[^'\n]+(?:'(?=\w)[^'\n]*+){0,40})(?<=\S)'(?!\w)",
    re.DOTALL,
)
_BLOCK_QUOTE = re.compile(r"^(?:[ \t]*>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_QUOTE_SIGNS = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
# Links, notes and citation markers, which are no words of the sentence that they stand in.
_LINK = re.compile(r"\[(?P<shown>[^\[\]\n]*)\]\([^()\s]*\)")
_MARKERS = re.compile(
    r"[ \t]{0,9}(?:\[\^?[\d,;\s–-]+\]|【[^【】\n]{1,60}】|\((?:pp?\.|S\.|see )?[^()\n]{0,80}(?:1[89]|20)\d\d[a-z]?[^()\n]{0,40}\)"
    r"|\((?:pp?|page|pages|Seite|S)\.?\s*[\d–,\s-]+\))"
)


class TextQuote(Value, frozen=True, kw_only=True):
    """A quote at characters `start` to `end` of a text, without its quotation marks; `quote` is the text to look for."""

    start: int
    end: int
    quote: str


class TextSentence(Value, frozen=True, kw_only=True):
    """A sentence of a text with its quotes.

    Attributes:
        plain: The sentence without list signs, emphasis, and the citation markers behind it.
        bare: It without any citation marker.
        claims: Whether it states something.
    """

    start: int
    end: int
    text: str
    plain: str
    bare: str
    claims: bool
    quotes: tuple[TextQuote, ...] = ()


def sentences_in(text: str) -> list[TextSentence]:
    """Return the sentences, list items and table rows of a text in order, those that claim nothing, too."""
    quotes = list(quotes_in(text))
    whole = [(start, end) for start, end, _ in _quoted(text) if proves(text[start:end][: 2 * QUOTE_CHARACTERS])]
    found: list[TextSentence] = []
    for start, end, units in _joined(text, whole):
        low, high = _trimmed(text, start, end)
        if low >= high or not any(map(str.isalnum, text[low:high])):
            continue
        inside = tuple(quote for quote in quotes if start <= quote.start < end)
        claim = any(claims(text[unit.start : unit.end], unit.kind) for unit in units)
        found.append(replace(one_sentence(text[low:high]), start=low, end=high, claims=claim, quotes=inside))
    return found


def one_sentence(text: str) -> TextSentence:
    """Return a text as one sentence that claims something, without looking for quotes in it."""
    words = plain_sentence(text)
    return TextSentence(start=0, end=len(text), text=text, plain=words, bare=_MARKERS.sub("", words), claims=True)


def quotes_in(text: str) -> Iterator[TextQuote]:
    """Yield what stands in quotation marks or in block quotes, in order; of one inside another, the outer one.

    A short one, such as a word in quotation marks, is none. A long one comes in pieces, since a quote has a longest length.
    """
    for start, end, block in _quoted(text):
        for low, high in _pieces(text, start, end):
            quote = plain_sentence(_QUOTE_SIGNS.sub("", text[low:high]) if block else text[low:high])
            if proves(quote):
                yield TextQuote(start=low, end=high, quote=quote)


def _quoted(text: str) -> list[tuple[int, int, bool]]:
    """Return the ranges between quotation marks and of block quotes (last value true), outside of code."""
    code = [match.span() for match in SOLID.finditer(text)]
    blocks = [match.span() for match in _BLOCK_QUOTE.finditer(text)]
    marked = [match.span(match.lastgroup or 0) for match in _QUOTED.finditer(text)]
    spans = [(start, end, True) for start, end in blocks]
    spans += [(start, end, False) for start, end in marked if not _touches((start, end), blocks)]
    return [(start, end, block) for start, end, block in sorted(spans) if not _is_inside((start, end), code)]


def plain_sentence(text: str) -> str:
    """Return a text without list signs, marks of emphasis, addresses of links, and the citation markers behind it."""
    mark = ITEM.match(text)
    text = (
        _LINK.sub(lambda link: link["shown"], text[mark.end() :] if mark else text).replace("**", "").replace("__", "")
    )
    text = text.rstrip()
    stop = text[-1:] if text.endswith((".", "!", "?")) else ""
    end = len(text) - len(stop)
    for start, behind in reversed([found.span() for found in _MARKERS.finditer(text, 0, end)]):
        if behind < end:
            break
        end = start
    return f"{text[:end]}{stop}".strip()


def _joined(text: str, quotes: Sequence[Span]) -> Iterator[tuple[int, int, list[Unit]]]:
    """Yield the units, those that a quote runs through as one, and with each the citation markers behind it."""
    group: list[Unit] = []
    for unit, following in pairwise([*units_of(text), None]):
        if unit is None:
            return
        group.append(unit)
        if following is not None and (
            _touches((following.start, following.start), quotes)
            or _MARKERS.fullmatch(text[following.start : following.end].rstrip())
        ):
            continue
        yield group[0].start, group[-1].end, group
        group = []


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield a quote, a long one in runs of whole sentences that are short enough."""
    start, end = _trimmed(text, start, end)
    if end - start <= QUOTE_CHARACTERS:
        yield start, end
        return
    low = start
    high = start
    for first, last in sentence_spans(text[start:end]):
        if start + last - low > QUOTE_CHARACTERS and high > low:
            yield low, high
            low = start + first
        high = start + last
    yield low, high


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _touches(span: Span, others: Sequence[Span]) -> bool:
    at = bisect_right(others, (span[1], 0)) - 1
    return at >= 0 and others[at][1] > span[0]


def _is_inside(span: Span, others: Sequence[Span]) -> bool:
    at = bisect_right(others, (span[0], len(others) and others[-1][1])) - 1
    return at >= 0 and span[1] <= others[at][1]
