"""Compares a quote with a passage of the paper word by word, and classifies the differences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from scholarai.citations.meaning import is_word, kind_of, meaning, value_of
from scholarai.citations.misspelling import Seen, is_divided, is_misspelled, is_noise
from scholarai.citations.words import Word, joined
from scholarai.domain.chat import HARMLESS_CHANGES, Change, ChangeKind

# Share of a quote's words that a passage must have for the two to be compared.
LEAST_EQUAL = 0.3
# Words of a run of differences that are paired one by one; of longer runs every word counts as changed.
_PAIRED_WORDS = 8
# Words by which the paper's run may be longer than the quote's at the quote's ends.
_SPARE_WORDS = 3
# Words at an end of a quote that may have been matched with the same words further in.
_END_WORDS = 4
# Costs of the alignment: a word without a partner, an article without one, a misspelling, an article for a word that turns the
# meaning ("a model" for "no model"), and any other replacement. Guesses in this order.
_ALONE, _ARTICLE_ALONE, _MISSPELLED, _TURNED, _REPLACED = 1.0, 0.4, 0.3, 1.2, 1.6
_TURNING = frozenset({"negation", "quantifier", "number"})

# What rapidfuzz says of a run of words: tag, range in the quote's words, range in the paper's.
_Opcode = tuple[str, int, int, int, int]


class Printed(NamedTuple):
    """A passage of the paper to compare with: the paper's text, the passage's words, and what else the comparison needs.

    `markers` are sorted ranges of citation markers; `knows` tells whether a normalized word occurs in the paper.
    Misspellings and missing articles are harmless only if the paper is `english`.
    """

    text: str
    words: Sequence[Word]
    markers: Sequence[tuple[int, int]]
    knows: Callable[[str], bool]
    english: bool = True


class Comparison(NamedTuple):
    """The differences, and how many words of the quote are equal in the passage.

    The changes' text ranges count in the paper's whole text. `first` and `last` are the outermost words of the passage
    that are matched; `before` and `behind` count the unmatched words at the ends of the quote.
    """

    changes: tuple[Change, ...]
    equal: int
    first: int
    last: int
    before: int
    behind: int

    def one_sided(self, words: Sequence[Word]) -> bool:
        """Tell whether words that matter were added or left out near an end, which a wider passage may explain."""
        low, high = words[: _END_WORDS + 1][-1].start, words[-_END_WORDS - 1 :][0].end
        return any(
            change.kind not in HARMLESS_CHANGES
            and (change.quote_start == change.quote_end or change.text_start == change.text_end)
            and (change.quote_start <= low or change.quote_end >= high)
            for change in self.changes
        )

    @property
    def cost(self) -> int:
        """Return the number of characters in harmful changes."""
        return sum(
            change.quote_end - change.quote_start + change.text_end - change.text_start
            for change in self.changes
            if change.kind not in HARMLESS_CHANGES
        )


class _Step(NamedTuple):
    quoted: int | None
    printed: int | None
    kind: ChangeKind | None
    cost: float = 0.0


_SAME = frozenset({None, "spelling"})


def compare(
    quote: str, words: Sequence[Word], printed: Printed, *, least_equal: float = LEAST_EQUAL
) -> Comparison | None:
    """Compare the words of a quote with a passage of the paper; None where too few words are equal.

    Words of the passage before and behind the matched ones are ignored. A changed word is a
    harmful change unless it is a misspelling, an article, a left-out citation marker, or the same number.
    """
    opcodes = _opcodes([word.form for word in words], [word.form for word in printed.words])
    if _equal(opcodes) < least_equal * len(words):
        return None
    steps = _with_noise(list(_steps(opcodes, quote, words, printed)), quote, words, printed)
    matched = _matched(steps)
    same = [at for at in matched if steps[at].kind in _SAME]
    first, last = steps[matched[0]].printed, steps[matched[-1]].printed
    if not same or first is None or last is None:
        return None
    within = range(matched[0], matched[-1] + 1)
    inner = [step for at, step in enumerate(steps) if at in within or step.quoted is not None]
    return Comparison(
        changes=tuple(_changes(inner, quote, words, printed)),
        equal=[step.kind for step in inner].count(None),
        first=first,
        last=last,
        before=_quoted(steps[: same[0]]),
        behind=_quoted(steps[same[-1] + 1 :]),
    )


def _matched(steps: Sequence[_Step]) -> list[int]:
    return [at for at, step in enumerate(steps) if step.quoted is not None and step.printed is not None]


def _equal(opcodes: Sequence[_Opcode]) -> int:
    return sum(i2 - i1 for tag, i1, i2, _, _ in opcodes if tag == "equal")


def _quoted(steps: Sequence[_Step]) -> int:
    return sum(step.quoted is not None for step in steps)


def _opcodes(ours: Sequence[str], theirs: Sequence[str]) -> list[_Opcode]:
    """Align two lists of words; where the paper has the outermost equal ones twice, those next to the other matches are taken."""
    from rapidfuzz.distance import Levenshtein  # imported on the first changed quote: most answers have none

    found = [(op.tag, op.src_start, op.src_end, op.dest_start, op.dest_end) for op in Levenshtein.opcodes(ours, theirs)]
    at = 1 if found and found[0][0] == "insert" else 0
    if [op[0] for op in found[at : at + 3]] == ["equal", "insert", "equal"]:
        (_, i1, i2, j1, j2), (_, _, _, _, j3) = found[at], found[at + 1]
        if theirs[j3 - (i2 - i1) : j3] == ours[i1:i2] and j3 - j2 >= i2 - i1:
            found[at : at + 2] = [("insert", i1, i1, j1, j3 - (i2 - i1)), ("equal", i1, i2, j3 - (i2 - i1), j3)]
    end = len(found) - (1 if found and found[-1][0] == "insert" else 0)
    if end >= 3 and [op[0] for op in found[end - 3 : end]] == ["equal", "insert", "equal"]:
        (_, _, _, j1, j2), (_, i1, i2, _, j3) = found[end - 2], found[end - 1]
        if theirs[j1 : j1 + i2 - i1] == ours[i1:i2] and j2 - j1 >= i2 - i1:
            found[end - 2 : end] = [("equal", i1, i2, j1, j1 + i2 - i1), ("insert", i2, i2, j1 + i2 - i1, j3)]
    return found


def _steps(opcodes: Sequence[_Opcode], quote: str, words: Sequence[Word], printed: Printed) -> Iterator[_Step]:
    run: tuple[int, int, int, int] | None = None
    for tag, i1, i2, j1, j2 in opcodes:
        if tag != "equal":
            run = (run[0], i2, run[2], j2) if run else (i1, i2, j1, j2)
            continue
        if run:
            yield from _run(quote, words, printed, run, last=False)
        run = None
        yield from (_Step(i, j, None) for i, j in zip(range(i1, i2), range(j1, j2), strict=True))
    if run:
        yield from _run(quote, words, printed, run, last=True)


def _with_noise(steps: list[_Step], quote: str, words: Sequence[Word], printed: Printed) -> list[_Step]:
    """Treat words that differ in one letter as misspellings, too, where the quote has other, obvious misspellings.

    Somebody who changes the meaning of a sentence on purpose makes no misspellings beside it.
    """
    if not any(step.kind == "spelling" and _is_garbled(words, step) for step in steps):
        return steps

    def again(step: _Step) -> _Step:
        if step.quoted is None or step.printed is None or step.kind in _SAME:
            return step
        ours, theirs = words[step.quoted], printed.words[step.printed]
        noise = is_noise(_seen(quote, ours), _seen(printed.text, theirs), printed.knows)
        return step._replace(kind="spelling") if noise else step

    return list(map(again, steps))


def _is_garbled(words: Sequence[Word], step: _Step) -> bool:
    return step.quoted is not None and not is_word(words[step.quoted].form)


def _run(
    quote: str, words: Sequence[Word], printed: Printed, run: tuple[int, int, int, int], *, last: bool
) -> Iterator[_Step]:
    """Yield the steps of a run of words that differ."""
    i1, i2, j1, j2 = run
    ours, theirs = words[i1:i2], printed.words[j1:j2]
    if ours and theirs and joined(ours) == joined(theirs) and not is_divided(quote, ours, printed.text, theirs):
        yield from (_Step(i, min(j1 + i - i1, j2 - 1), None) for i in range(i1, i2))
        return

    if len(ours) > _PAIRED_WORDS or (len(theirs) > _PAIRED_WORDS and i1 and not last):
        yield from (_step(quote, words, printed, i, None) for i in range(i1, i2))
        yield from map(partial(_step, quote, words, printed, None), range(j1, j2))
        return
    # The paper's words before the quote's first ones and behind its last ones have no partner.
    reach = len(ours) + _SPARE_WORDS
    low, high = (j2 - reach if not i1 else j1), (j1 + reach if last else j2)
    low, high = max(low, j1), min(high, j2)
    step_of = partial(_step, quote, words, printed)
    yield from map(partial(step_of, None), range(j1, low))
    if last:
        yield from reversed(_paired(range(i1, i2)[::-1], range(low, high)[::-1], step_of))
    else:
        yield from _paired(range(i1, i2), range(low, high), step_of)
    yield from map(partial(step_of, None), range(high, j2))


def _step(quote: str, words: Sequence[Word], printed: Printed, i: int | None, j: int | None) -> _Step:
    ours, theirs = None if i is None else words[i], None if j is None else printed.words[j]
    harmless = _harmless_kind(quote, ours, printed, theirs)
    return _Step(i, j, harmless or "word", _cost(harmless, ours, theirs))


def _cost(harmless: ChangeKind | None, ours: Word | None, theirs: Word | None) -> float:
    if ours is None or theirs is None:
        return _ARTICLE_ALONE if harmless else _ALONE
    if harmless:
        return _MISSPELLED
    tables = meaning()
    return _TURNED if ours.form in tables.articles and tables.kinds.get(theirs.form) in _TURNING else _REPLACED


def _paired(ours: range, theirs: range, step_of: Callable[[int | None, int | None], _Step]) -> list[_Step]:
    """Pair the words of two short runs in order at the least cost; of equal solutions, the one that pairs the last words."""
    ours_alone = [step_of(i, None) for i in ours]
    theirs_alone = [step_of(None, j) for j in theirs]
    # best[a][b]: cost and last step of the best pairing of the first a and b words.
    best: list[list[tuple[float, _Step | None]]] = [[(0.0, None)]]
    for step in theirs_alone:
        best[0].append((best[0][-1][0] + step.cost, step))
    for a, i in enumerate(ours):
        row: list[tuple[float, _Step | None]] = [(best[a][0][0] + ours_alone[a].cost, ours_alone[a])]
        for b, j in enumerate(theirs):
            pair = step_of(i, j)
            ways = (
                (best[a][b][0] + pair.cost, pair),
                (best[a][b + 1][0] + ours_alone[a].cost, ours_alone[a]),
                (row[b][0] + theirs_alone[b].cost, theirs_alone[b]),
            )
            row.append(min(ways, key=itemgetter(0)))
        best.append(row)
    steps: list[_Step] = []
    a, b = len(ours), len(theirs)
    while (last := best[a][b][1]) is not None:
        steps.append(last)
        a, b = a - (last.quoted is not None), b - (last.printed is not None)
    return steps[::-1]


def _harmless_kind(quote: str, ours: Word | None, printed: Printed, theirs: Word | None) -> ChangeKind | None:
    """Return the kind of a harmless difference, None for a harmful one."""
    articles = meaning().articles if printed.english else frozenset()
    if ours is None or theirs is None:
        alone = ours or theirs
        if alone is not None and alone.form in articles:
            return "article"
        return "marker" if theirs is not None and _is_marked(theirs, printed.markers) else None
    if {ours.form, theirs.form} <= articles:
        return "article"
    value = value_of(ours.form)
    if value is not None and value == value_of(theirs.form):
        return "spelling"
    seen = _seen(quote, ours), _seen(printed.text, theirs)
    return "spelling" if printed.english and is_misspelled(*seen, printed.knows) else None


def _seen(text: str, word: Word) -> Seen:
    return Seen(word.form, text[word.start : word.end])


def _is_marked(word: Word, markers: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(markers, (word.start, word.end)) - 1
    return any(start <= word.start and word.end <= end for start, end in markers[max(at, 0) : at + 2])


def _changes(steps: Sequence[_Step], quote: str, words: Sequence[Word], printed: Printed) -> Iterator[Change]:
    """Yield the changes; neighbouring harmful ones are merged."""
    place, text_place = 0, printed.words[0].start
    run: list[_Step] = []
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        if step.kind is None:
            place, text_place = _ends((step,), words, printed, place, text_place)
            continue
        run.append(step)
        if step.kind not in HARMLESS_CHANGES and following is not None and _is_harmful(following):
            continue
        ours = [words[step.quoted] for step in run if step.quoted is not None]
        theirs = [printed.words[step.printed] for step in run if step.printed is not None]
        end, text_end = _ends(run, words, printed, place, text_place)
        yield Change(
            kind=_kind_of_run(quote, ours, printed.text, theirs) if _is_harmful(step) else step.kind,
            quote_start=ours[0].start if ours else end,
            quote_end=end,
            text_start=theirs[0].start if theirs else text_end,
            text_end=text_end,
        )
        place, text_place, run = end, text_end, []


def _is_harmful(step: _Step) -> bool:
    return step.kind is not None and step.kind not in HARMLESS_CHANGES


def _ends(
    steps: Sequence[_Step], words: Sequence[Word], printed: Printed, place: int, text_place: int
) -> tuple[int, int]:
    """Return where the last words of the steps end in the quote and in the paper; `place` and `text_place` without any."""
    for step in steps:
        place = place if step.quoted is None else words[step.quoted].end
        text_place = text_place if step.printed is None else printed.words[step.printed].end
    return place, text_place


def _kind_of_run(quote: str, ours: Sequence[Word], text: str, theirs: Sequence[Word]) -> ChangeKind:
    kind = kind_of([word.form for word in ours], [word.form for word in theirs])
    if kind != "word":
        return kind
    raw = [quote[word.start : word.end] for word in ours] + [text[word.start : word.end] for word in theirs]
    return "name" if any(c.isupper() for one in raw for c in one) else "word"
