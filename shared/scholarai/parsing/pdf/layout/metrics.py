"""What is usual in a paper: its body type, its leading, its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scholarai.parsing.pdf.layout.rows import Row

# Leading over type size where a size occurs too seldom to tell.
_USUAL_LEADING = 1.22


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The body's type size and font, and the usual distance of baselines per size."""

    size: float
    font: str
    leadings: dict[float, float]

    def leading(self, size: float) -> float:
        """Return the usual distance from one baseline to the next in text of this size."""
        known = self.leadings.get(round(size, 1))
        if known is not None:
            return max(0.5, known)
        ratio = self.leadings.get(round(self.size, 1), _USUAL_LEADING * self.size) / self.size
        return max(1.0, size) * min(max(ratio, 1.0), 1.35)

    def is_prose(self, row: Row) -> bool:
        """Tell whether a row looks like a full line of the body."""
        if row.vertical or len(row.cells) > 1 or abs(row.size - self.size) > 0.06 * self.size:
            return False
        text = row.text
        if text.count(" ") < 4 or row.x1 - row.x0 < 0.55 * (row.right - row.left):
            return False
        return sum(map(str.isalpha, text)) > 0.7 * (len(text) - text.count(" "))


def measure(rows: Sequence[Row]) -> Metrics:
    """Return the metrics of a paper's rows in reading order."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    steps: dict[float, Counter[float]] = {}
    for row in rows:
        if not row.vertical:
            sizes[round(row.size, 1)] += len(row.text)
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    for row in rows:
        if abs(row.size - size) < 0.3:
            fonts[row.style.font] += len(row.text)
    for first, second in pairwise(rows):
        step = second.baseline - first.baseline
        same = first.page_number == second.page_number and first.column == second.column
        if same and abs(first.size - second.size) < 0.15 and 0.7 * first.size < step < 3.2 * first.size:
            steps.setdefault(round(first.size, 1), Counter())[round(step * 2) / 2] += 1
    leadings = {key: _usual(counts) for key, counts in steps.items() if sum(counts.values()) >= 6}
    return Metrics(size=size, font=fonts.most_common(1)[0][0] if fonts else "", leadings=leadings)


def _usual(steps: Counter[float]) -> float:
    """Return the most usual step, its neighbours counted with it."""
    return max(steps, key=lambda step: steps[step] + 0.5 * (steps.get(step - 0.5, 0) + steps.get(step + 0.5, 0)))


def hyphenated_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the compounds that the paper writes with a hyphen inside a line."""
    found: set[str] = set()
    for text in texts:
        if "-" in text[:-1]:
            found.update(word.strip(".,;:()[]").lower() for word in text.split(" ")[:-1] if "-" in word.strip("-"))
    return frozenset(found)
