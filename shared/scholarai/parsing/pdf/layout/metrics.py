"""Measures a paper's body type, leading and hyphenated words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.layout.thresholds import METRICS


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The body's type size and font, and the usual leading of each type size."""

    size: float
    font: str
    leadings: dict[float, float]

    def leading(self, size: float) -> float:
        """Return the usual distance of baselines in text of this size."""
        known = self.leadings.get(round(size, 1))
        if known is not None:
            return max(METRICS.least_leading_pt, known)
        ratio = self.leadings.get(round(self.size, 1), METRICS.leading_ems * self.size) / self.size
        return max(METRICS.least_size_pt, size) * min(max(ratio, METRICS.least_leading_ems), METRICS.most_leading_ems)

    def is_prose(self, row: Row) -> bool:
        """Tell whether a row looks like a full line of the body."""
        if row.vertical or len(row.cells) > 1 or abs(row.size - self.size) > METRICS.prose_size_share * self.size:
            return False
        text = row.text
        if text.count(" ") < METRICS.prose_words or row.x1 - row.x0 < METRICS.prose_width_share * (
            row.right - row.left
        ):
            return False
        return sum(map(str.isalpha, text)) > METRICS.prose_letters_share * (len(text) - text.count(" "))


def measure(rows: Sequence[Row]) -> Metrics:
    """Return the metrics of a paper's rows in reading order."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    steps: dict[float, Counter[int]] = {}
    # The rows of long tables in small type may hold more letters than the text.
    for row in [row for row in rows if not row.vertical and len(row.cells) <= 1] or rows:
        sizes[round(row.size, 1)] += len(row.text)
    # A long list of references in small type may hold more letters than the body, too.
    most = max(sizes.values(), default=0)
    size = max(
        (size for size, letters in sizes.items() if letters >= METRICS.text_share * most), default=METRICS.size_pt
    )
    for row in rows:
        if abs(row.size - size) < METRICS.body_size_pt:
            fonts[row.style.font] += round(len(row.text) * (METRICS.code_weight if row.style.mono else 1.0))
    for first, second in pairwise(rows):
        step = second.baseline - first.baseline
        same = first.page_number == second.page_number and first.column == second.column
        likely = METRICS.step_least_ems * first.size < step < METRICS.step_most_ems * first.size
        if same and likely and abs(first.size - second.size) < METRICS.same_size_pt:
            steps.setdefault(round(first.size, 1), Counter())[round(step / METRICS.step_pt)] += 1
    leadings = {key: _usual(counts) for key, counts in steps.items() if sum(counts.values()) >= METRICS.steps}
    return Metrics(size=size, font=fonts.most_common(1)[0][0] if fonts else "", leadings=leadings)


def _usual(steps: Counter[int]) -> float:
    """Return the most frequent step in points, with neighbouring values counted too; `steps` are multiples of `step_pt`."""
    near = METRICS.neighbour_weight
    return METRICS.step_pt * max(steps, key=lambda step: steps[step] + near * (steps[step - 1] + steps[step + 1]))


def hyphenated_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the compounds that the paper writes with a hyphen inside a line."""
    found: set[str] = set()
    for text in texts:
        if "-" in text[:-1]:
            found.update(word.strip(".,;:()[]").lower() for word in text.split(" ")[:-1] if "-" in word.strip("-"))
    return frozenset(found)
