"""Splits scholarly text into sentences, and numbers those of an excerpt that an answer may cite."""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.values import Value

Span = tuple[int, int]
# A full stop after one of these ends no sentence. "etc." and "al." may: see _closes_sentence.
_ABBREVIATION_LIST = """
    al fig figs eq eqs eqn eqns sec secs sect ch chap tab ref refs no nos vs cf ie eg i.e e.g viz resp approx ca
    dr prof mr mrs ms st jr sr inc ltd co vol vols pp p ed eds thm prop lem def cor alg app suppl w.r.t a.k.a i.i.d
    dept univ proc conf trans lett phys rev natl acad sci int assoc soc art nr bd abb gl bzw z.b d.h vgl u.a s.t
    jan feb mar apr jun jul aug sep sept oct nov dec rem ex obs hyp conj lat long incl excl max min std var avg
"""
# After these a capital letter starts a new sentence all the same ("… pages, etc. The …", "… of type A. The …").
_STARTER_LIST = """
    The This These Those That There It Its We Our In On At For From To With By As An A If When While Since Because
    However Moreover Furthermore Therefore Thus Hence Then Here Both Each All Some Many Most Such Note Let Figure Table
    Finally First Second Next Although Despite Under Using One Two Three They He She I You After Before
"""
# After a number these are units, which may end a sentence ("… every 33.9 ms. Nor …").
_UNITS = frozenset("ms min sec s m g h l d t".split())
_ABBREVIATIONS = frozenset(_ABBREVIATION_LIST.split())
_STARTERS = frozenset(_STARTER_LIST.split())
_TERMINALS = ".!?。！？؟۔।"
_BORDER = re.compile(
    r"[.!?؟۔।]{1,6}[\"'”’»)\]}]{0,6}(?:[¹²³⁰-⁹][¹²³⁰-⁹⁻,–-]{0,12}(?=[A-Z])|(?:[¹²³⁰-⁹][¹²³⁰-⁹⁻,–-]{0,12})?(?=\s))"
    r"|[。！？]{1,6}[”’」』）]*"
)
_LAST_TOKEN = re.compile(r"[^\s(\[{\"'“‘~\u00a0]{0,40}$")
_WORD = re.compile(r"[^\W\d_]+")
_INITIAL = re.compile(r"(?:[^\W\d_]\.-?)*[^\W\d_]$")
_TOKEN_REACH = 40  # characters in which the word before a full stop is looked for
# Letters and digits of a citable sentence; shorter ones are labels of axes and pieces of formulas. A guess.
LEAST_SIGNS = 8
# Characters; a longer sentence is cut at line ends: tables and code have no full stops. A guess.
MOST_CHARACTERS = 400
# Sentences in one citation; a longer range is cut into several. A guess.
MOST_SENTENCES = 5
# Passages whose sentences are cached, in some three megabytes: several questions about a paper that is shown whole follow each
# other, and finding its sentences takes half of their time.
KEPT_PASSAGES = 1_024


def sentence_spans(text: str, *, markers: Sequence[Span] = (), glued: Sequence[Span] = ()) -> list[Span]:
    """Return the ranges of the sentences of `text`, in order, without the white space between them.

    Args:
        text: One paragraph; line breaks count as white space.
        markers: Sorted ranges of citation markers; one that follows a full stop belongs to the sentence before it.
        glued: Sorted ranges, such as inline formulas, in which no sentence ends.
    """
    spans: list[Span] = []
    start = _skip_space(text, 0)
    for border in _borders(text, markers):
        if border <= start or _inside(border, glued) or _inside(border, markers):
            continue
        spans.append((start, border))
        start = _skip_space(text, border)
    end = len(text.rstrip())
    if end > start:
        spans.append((start, end))
    return spans


def ends_sentence(text: str) -> bool:
    """Tell whether a paragraph's text closes its last sentence; a colon or a formula's comma does not."""
    bare = text.rstrip().rstrip("\"'”’»)]}$」』）")
    return bool(bare) and bare[-1] in _TERMINALS


def sentences_of_blocks(text: str) -> Iterator[Span]:
    """Yield the ranges of the sentences of a passage, in order; none runs from one block into the next."""
    before = 0
    for block in text.split(BLOCK_SEPARATOR):
        for start, end in sentence_spans(block):
            yield before + start, before + end
        before += len(block) + len(BLOCK_SEPARATOR)


@functools.lru_cache(KEPT_PASSAGES)
def citable_sentences(text: str) -> tuple[Span, ...]:
    """Return the ranges of a passage's sentences and table rows that the prompt numbers, from 1."""
    pieces = (piece for span in sentences_of_blocks(text) for piece in _lines(text, *span))
    return tuple((start, end) for start, end in pieces if sum(map(str.isalnum, text[start:end])) >= LEAST_SIGNS)


class SentenceId(Value, frozen=True, kw_only=False):
    """Sentences `first` to `last`, both included, of an excerpt, or to `last` of a later one, `until`; all count from 1."""

    excerpt: int
    first: int
    last: int
    until: int | None = None


class ShownExcerpts(Value, frozen=True, dict=True):
    """The texts of the excerpts that a model was shown, by number."""

    texts: Mapping[int, str]

    def places(self, named: SentenceId) -> list[tuple[int, Span]]:
        """Return the excerpts and ranges of the sentences that exist, as runs of at most `MOST_SENTENCES`, in order."""
        until = named.until or named.excerpt
        found: list[tuple[int, Span]] = []
        for number in sorted(number for number in self.texts if named.excerpt <= number <= until):
            spans = citable_sentences(self.texts[number])
            first = named.first if number == named.excerpt else 1
            last = min(named.last, len(spans)) if number == until else len(spans)
            starts = range(first - 1, last, MOST_SENTENCES) if first else ()
            found += [(number, (spans[at][0], spans[min(at + MOST_SENTENCES, last) - 1][1])) for at in starts]
        return found

    def says(self, words: str) -> bool:
        """Tell whether an excerpt contains these words, white space aside."""
        return " ".join(words.split()) in self._joined

    def has_number(self, number: str) -> bool:
        """Tell whether an excerpt contains a number that is not part of another one."""
        return re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", self._joined) is not None

    @functools.cached_property
    def _joined(self) -> str:
        return " ".join(" ".join(self.texts.values()).split())


def _borders(text: str, markers: Sequence[Span]) -> list[int]:
    marker_starts = [start for start, _ in markers]
    found = []
    for match in _BORDER.finditer(text):
        end = match.end()
        following = _skip_space(text, end)
        if following >= len(text):
            break
        trailing = _trailing_marker(text, following, markers, marker_starts)
        if trailing is not None:
            found.append(trailing)
        elif _starts_sentence(text, following) and _closes_sentence(text, match.start(), following):
            found.append(end)
    found.extend(_superscript_borders(text, markers))
    return sorted(set(found))


def _trailing_marker(text: str, at: int, markers: Sequence[Span], starts: Sequence[int]) -> int | None:
    """Return where the marker at `at` ends if it belongs to the sentence before it ("… as shown. [12] Then …")."""
    k = bisect_right(starts, at) - 1
    if k < 0 or starts[k] != at or text[at] not in "[(^{0123456789":
        return None
    end = markers[k][1]
    if end < len(text) and text[end] in ".,;":
        end += 1
    following = _skip_space(text, end)
    return end if following >= len(text) or _starts_sentence(text, following) else None


def _superscript_borders(text: str, markers: Sequence[Span]) -> list[int]:
    """Return sentence ends after markers directly behind a full stop ("… as shown.12 Then …")."""
    found = []
    for start, end in markers:
        if 0 < start < end <= len(text) and text[start - 1] in ".!?" and end < len(text) and text[end].isspace():
            following = _skip_space(text, end)
            if following < len(text) and _starts_sentence(text, following):
                found.append(end)
    return found


def _starts_sentence(text: str, at: int) -> bool:
    return not text[at].islower() and text[at] not in ",;:)]}"


def _closes_sentence(text: str, stop: int, following: int) -> bool:
    if text[stop] != ".":
        return True
    token_match = _LAST_TOKEN.search(text, max(0, stop - _TOKEN_REACH), stop)
    token = token_match.group() if token_match else ""
    if token.isdigit() and not text[: stop - len(token)].strip():
        return False  # "1. Introduction": an enumerator, not a sentence
    lowered = token.lower()
    if lowered != "etc" and lowered not in _ABBREVIATIONS and not _INITIAL.match(token):
        return True
    word = _WORD.match(text, following)
    if token in _UNITS and text[following].isupper() and text[: stop - len(token)].rstrip()[-1:].isdigit():
        return True
    if lowered == "al" or word is None:
        return lowered == "al" and word is not None and word.group() in _STARTERS
    return lowered == "etc" or (word.group() in _STARTERS and lowered not in _ABBREVIATIONS)


def _inside(at: int, spans: Sequence[Span]) -> bool:
    k = bisect_right(spans, (at, -1)) - 1
    return k >= 0 and spans[k][0] < at < spans[k][1]


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    if end - start <= MOST_CHARACTERS:
        yield start, end
        return
    for line in text[start:end].split("\n"):
        yield start, start + len(line.rstrip())
        start += len(line) + 1
