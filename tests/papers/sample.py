"""The sample paper that comes with ScholarAI: short, true, and with everything a paper has.

    python -m papers.sample FILE        (from tests/)

Its numbers are computed here: exact collision probabilities, and a simulation with a fixed seed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pymupdf

from papers.typeset import Paper

TITLE = "How Likely Is a Shared Birthday? Exact Values, an Approximation and a Simulation"
TRIALS = 20_000
GROUPS = (10, 23, 30, 50, 70)
REFERENCES = (
    "R. von Mises. Über Aufteilungs- und Besetzungswahrscheinlichkeiten. Revue de la Faculté des Sciences de l’Université d’Istanbul, 4:145–163, 1939.",
    "W. Feller. An Introduction to Probability Theory and Its Applications, volume 1. Wiley, New York, third edition, 1968.",
    "P. Diaconis and F. Mosteller. Methods for Studying Coincidences. Journal of the American Statistical Association, 84(408):853–861, 1989. doi:10.1080/01621459.1989.10478847.",
    "T. S. Nunnikhoven. A Birthday Problem Solution for Nonuniform Birth Frequencies. The American Statistician, 46(4):270–274, 1992.",
)


def exact(people: int, days: int = 365) -> float:
    """Return the probability that at least two of `people` share one of `days` equally likely birthdays."""
    distinct = 1.0
    for index in range(people):
        distinct *= (days - index) / days
    return 1 - distinct


def approximate(people: int, days: int = 365) -> float:
    """Return the exponential approximation of `exact`."""
    return float(1 - 2.718281828459045 ** (-people * (people - 1) / (2 * days)))


def simulate(people: int, chance: random.Random) -> float:
    """Return the share of trials in which a birthday was shared."""
    shared = sum(len({chance.randrange(365) for _ in range(people)}) < people for _ in range(TRIALS))
    return shared / TRIALS


def make(path: Path) -> None:
    """Set the paper and write it to `path`."""
    chance = random.Random(1939)
    rows = [("People", "Exact", "Approximation", "Simulated")]
    rows += [(str(n), f"{exact(n):.4f}", f"{approximate(n):.4f}", f"{simulate(n, chance):.4f}") for n in GROUPS]
    paper = Paper(running_head="How Likely Is a Shared Birthday?")
    paper.title(TITLE, "The ScholarAI Authors", "A sample paper, made by a script and free to copy")
    _front(paper)
    _methods(paper)
    _results(paper, rows)
    _end(paper)
    paper.save(path, metadata={"title": TITLE, "author": "The ScholarAI Authors"})


def _front(paper: Paper) -> None:
    paper.heading("Abstract")
    paper.paragraph(
        "How many people must meet before two of them probably share a birthday? The answer, 23, surprises most who "
        "hear it first. We compute the exact probability for groups of up to seventy people, compare it with a simple "
        "exponential approximation, and check both by a simulation with 20,000 trials per group size. The approximation "
        "is never more than 0.011 away from the exact value for the sizes that we tabulate, and the simulation agrees "
        "with the exact value within its sampling error.",
        indent=0,
    )
    paper.heading("1 Introduction")
    paper.paragraph(
        "The birthday problem asks for the probability that, in a group of *n* people, at least two have the same "
        "birthday. It is usually traced back to von Mises [1], and it has been a standard example of probability "
        "courses since Feller’s textbook [2]. Its charm lies in the gap between intuition and calculation: most people "
        "compare the size of the group with the number of days in a year, whereas the number of pairs is what counts.",
        indent=0,
    )
    paper.paragraph(
        "Coincidences of this kind matter beyond parties. The same calculation tells how many random identifiers may be "
        "drawn before two of them are equal, and it explains why surprising coincidences are in fact to be expected "
        "when many pairs are compared [3]. Real birthdays are not spread evenly over the year. Unequal frequencies can "
        "only raise the probability of a match, but for human births the effect is small [4]."
    )
    paper.paragraph(
        "Our contribution is modest: we put the exact value, an approximation that fits on a napkin, and a simulation "
        "side by side, so that a reader can see how far each may be trusted."
    )


def _methods(paper: Paper) -> None:
    paper.heading("2 Methods")
    paper.heading("2.1 Exact probability", level=2)
    paper.paragraph(
        "We assume that all *d* = 365 days are equally likely and that birthdays are independent. People enter a room "
        "one after another. The person who enters after *k* others avoids all of their birthdays with probability "
        "1 − *k*/*d*. The probability that at least two of *n* people share a birthday is therefore",
        indent=0,
    )
    paper.equation("P(n) = 1 − ∏_{k<n} (1 − k/d) .", 1)
    paper.paragraph(
        "The product is evaluated from left to right in double precision, which is exact to more digits than we report.",
        indent=0,
    )
    paper.heading("2.2 Approximation", level=2)
    paper.paragraph(
        "For *k* much smaller than *d*, the factor 1 − *k*/*d* is close to exp(−*k*/*d*). Replacing every factor in "
        "Eq. (1) turns the product into a sum and gives",
        indent=0,
    )
    paper.equation("Q(n) = 1 − exp( − n(n − 1) / 2d ) .", 2)
    paper.paragraph(
        "Setting *Q*(*n*) to one half and solving for *n* gives *n* ≈ 23.0, so that 23 people suffice. Since "
        "exp(−*x*) ≥ 1 − *x*, Eq. (2) never overestimates the probability.",
        indent=0,
    )
    paper.heading("2.3 Simulation", level=2)
    paper.paragraph(
        f"For each group size we draw {TRIALS:,} groups of birthdays with a pseudo-random generator with a fixed seed "
        "and count the groups in which at least one day occurs twice. The standard error of the estimated probability "
        "*p* is the square root of *p*(1 − *p*)/20,000, which is at most 0.0036.",
        indent=0,
    )


def _results(paper: Paper, rows: Sequence[tuple[str, ...]]) -> None:
    paper.heading("3 Results")
    paper.paragraph(
        "Figure 1 shows the exact probability as a function of the group size. It rises slowly at first, passes one "
        "half between 22 and 23 people, and exceeds 0.97 for 50 people. Table 1 compares the three methods for five "
        "group sizes.",
        indent=0,
    )
    paper.figure(
        _curve,
        130,
        "Figure 1: Probability of a shared birthday by group size. The dashed line marks one half, which is passed at 23 people.",
    )
    largest = max(abs(exact(n) - approximate(n)) for n in GROUPS)
    paper.table("Table 1: Probability of a shared birthday, by three methods.", rows)
    paper.paragraph(
        f"For 23 people the exact probability is {exact(23):.4f}. The approximation of Eq. (2) gives "
        f"{approximate(23):.4f}, and over the sizes in Table 1 it is at most {largest:.4f} below the exact value. All "
        "simulated shares lie within three standard errors of the exact probability."
    )


def _end(paper: Paper) -> None:
    paper.heading("4 Limitations")
    paper.paragraph(
        "We ignore leap days, twins and the seasons. Births are somewhat more frequent in some months than in others, "
        "and any unevenness makes a match more likely [4], so our exact values are lower bounds for real groups. The "
        "simulation inherits the same assumptions; it tests our arithmetic, not our model.",
        indent=0,
    )
    paper.heading("5 Conclusion")
    paper.paragraph(
        "Twenty-three people are enough for a shared birthday to be more likely than not. The exponential "
        "approximation is accurate enough for mental arithmetic, and a simulation of a few lines confirms both. What "
        "surprises is not the calculation but our habit of counting people where we should count pairs.",
        indent=0,
    )
    paper.references(REFERENCES)


def _curve(page: pymupdf.Page, area: pymupdf.Rect) -> None:
    frame = pymupdf.Rect(area.x0 + 26, area.y0 + 4, area.x1 - 6, area.y1 - 24)
    page.draw_rect(frame, width=0.6)

    def at(people: float, probability: float) -> pymupdf.Point:
        return pymupdf.Point(frame.x0 + people / 70 * frame.width, frame.y1 - probability * frame.height)

    page.draw_polyline([at(n, exact(n)) for n in range(71)], width=1.1, color=(0.1, 0.3, 0.7))
    page.draw_line(at(0, 0.5), at(70, 0.5), width=0.5, dashes="[3 3] 0")
    for people in range(0, 71, 10):
        page.insert_text(at(people, 0) + pymupdf.Point(-4, 10), str(people), fontsize=7, fontname="tiro")
    for share in (0, 0.5, 1):
        page.insert_text(at(0, share) + pymupdf.Point(-18, 3), f"{share:.1f}", fontsize=7, fontname="tiro")
    page.insert_text(
        (frame.x0 + frame.width / 2 - 26, frame.y1 + 20), "People in the group", fontsize=7, fontname="tiro"
    )


if __name__ == "__main__":
    make(Path(sys.argv[1]))
