"""Where sentences of a scholarly text end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from scholarai.domain.patterns import lazy_pattern

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
_ABBREVIATIONS = frozenset(_ABBREVIATION_LIST.split())
_STARTERS = frozenset(_STARTER_LIST.split())
_TERMINALS = ".!?。！？؟۔।"
_BORDER = lazy_pattern(
    r"[.!?؟۔।]{1,6}[\"'”’»)\]}]{0,6}(?=\s)"
    r"|[。！？]{1,6}[”’」』）]*"
)
_LAST_TOKEN = lazy_pattern(r"[^\s(\[{\"'“‘~\u00a0]{0,40}$")
_WORD = lazy_pattern(r"[^\W\d_]+")
_INITIAL = lazy_pattern(r"(?:[^\W\d_]\.-?)*[^\W\d_]$")
_TOKEN_REACH = 40  # longest stretch looked back on for the word before a full stop


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
    """Return where the marker at `at` ends if it hangs on the sentence before it ("… as shown. [12] Then …")."""
    k = bisect_right(starts, at) - 1
    if k < 0 or starts[k] != at or text[at] not in "[(^{0123456789":
        return None
    end = markers[k][1]
    if end < len(text) and text[end] in ".,;":
        end += 1
    following = _skip_space(text, end)
    return end if following >= len(text) or _starts_sentence(text, following) else None


def _superscript_borders(text: str, markers: Sequence[Span]) -> list[int]:
    """Return sentence ends after markers set directly behind a full stop ("… as shown.12 Then …")."""
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
