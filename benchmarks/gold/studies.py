"""Composes invented studies: every number is drawn once, and the same facts give sentences, tables, questions and answers."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
GROUPS = 4
EQUATIONS = (
    ("G = (m_{1} − m_{0}) / m_{0}", r"G = \frac{m_1 - m_0}{m_0}"),
    ("v = s^{2} (1 / n_{1} + 1 / n_{0})", r"v = s^2 \left( \frac{1}{n_1} + \frac{1}{n_0} \right)"),
)
CITED_TITLES = (
    "Ten Years of {outcome}", "A Field Guide to {outcome}", "Why {outcome} Varies", "On the Measurement of {outcome}",
    "Small Trials and Large Claims", "Bootstrap Methods for Paired Records", "A Protocol for Sites with Two Arms",
    "Simulated and Observed {outcome}", "What Controls Control", "A Survey of Paired Trials", "Costs Nobody Counts",
    "Reading Instruments at Night", "Repeated Measures Without Tears",
)  # fmt: skip
JOURNALS = ("Journal of Paired Trials", "Annals of Fieldwork", "Measurement Letters", "Open Methods", "Northern Review")
SURNAMES = (
    "Abara Bellini Castellan Dufresne Eklund Farkas Grimaldi Hoshino Ivarsson Jansen Kaplan Lagerkvist Mbatha Novak "
    "Oyelaran Petrov Quist Rosen Sethi Takahashi Ulrich Villanueva Wexler Yamada Zielinski"
).split()


@dataclass(frozen=True)
class Sentence:
    """A sentence in which `[@key]` cites; the question that it answers, if any, with the answer's words."""

    text: str
    fact: str
    question: str = ""
    answer: str = ""


@dataclass(frozen=True)
class Paragraph:
    sentences: tuple[Sentence, ...]
    note: str = ""


@dataclass(frozen=True)
class Equation:
    number: int
    text: str
    latex: str


@dataclass(frozen=True)
class Figure:
    caption: str
    lines: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Table:
    caption: str
    rows: tuple[tuple[str, ...], ...]


Part = Paragraph | Equation | Figure | Table


@dataclass(frozen=True)
class Section:
    title: str
    level: int
    parts: tuple[Part, ...]

    @property
    def paragraphs(self) -> list[Paragraph]:
        return [part for part in self.parts if isinstance(part, Paragraph)]


@dataclass(frozen=True)
class Reference:
    key: str
    authors: tuple[tuple[str, str], ...]
    title: str
    journal: str
    year: int
    volume: int
    first_page: int
    doi: str = ""


@dataclass(frozen=True)
class Study:
    """A paper before it has a form; `look` says how it is printed (studies.toml)."""

    id: str
    collection: str
    field: str
    title: str
    authors: tuple[str, ...]
    affiliation: str
    year: int
    abstract: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    words: Mapping[str, Any]
    look: Mapping[str, Any]
    language: str = "en"


@dataclass
class _Draft:
    """What is drawn for one study while it is composed."""

    chance: random.Random
    values: dict[str, str]
    words: Mapping[str, Any]
    references: Sequence[Reference]
    rows: Sequence[tuple[float, float, int]]
    cited: int = 0
    equations: Iterator[Equation] = field(
        default_factory=lambda: (Equation(n, *both) for n, both in enumerate(EQUATIONS, start=1))
    )

    def filled(self, text: str) -> str:
        """Fill the names in; each `{cite}` cites the next references, and all are cited in the end."""
        while "{cite}" in text:
            keys = [
                self.references[(self.cited + n) % len(self.references)].key for n in range(1 + self.cited % 3 // 2)
            ]
            self.cited += len(keys)
            text = text.replace("{cite}", "[" + "; ".join(f"@{key}" for key in keys) + "]", 1)
        done = text.format_map(self.values)
        return done[0].upper() + done[1:] if text.startswith("{") else done


def studies() -> list[Study]:
    """Return all studies, always the same, in the order of studies.toml."""
    told = tomllib.loads((FOLDER / "studies.toml").read_text(encoding="utf-8"))["study"]
    wording = tomllib.loads((FOLDER / "wording.toml").read_text(encoding="utf-8"))
    return [_composed(one, wording[one.get("language", "en")]) for one in told]


def _composed(told: Mapping[str, Any], words: Mapping[str, Any]) -> Study:
    chance = random.Random(told["id"])
    rows = _measured(told, chance)
    values = _values(told, words, rows, chance)
    draft = _Draft(chance, values, words, _references(told, chance), rows)
    note = draft.filled(words["note"]) if told["look"].get("footnote") else ""
    sections = tuple(_section(one, draft, note if place == 1 else "") for place, one in enumerate(words["sections"]))
    return Study(
        **{key: told[key] for key in ("id", "collection", "field", "title", "affiliation", "look")},
        authors=tuple(told["authors"]),
        language=told.get("language", "en"),
        year=int(values["year"]) + 1,
        abstract=tuple(_sentence(name, draft) for name in words["abstract_facts"]),
        sections=sections,
        references=tuple(draft.references),
        words={key: draft.filled(text) for key, text in words.items() if isinstance(text, str)},
    )


def _measured(told: Mapping[str, Any], chance: random.Random) -> list[tuple[float, float, int]]:
    """Return for each group the tested value, the control's and the count; the last group is the smallest."""
    low, high = told["range"]
    middle = (low + high) / 2
    counts = sorted((chance.randint(40, 400) for _ in range(GROUPS)), reverse=True)
    return [(round(chance.uniform(middle, high), 1), round(chance.uniform(low, middle), 1), n) for n in counts]


def _values(told: Mapping[str, Any], words: Mapping[str, Any], rows: Any, chance: random.Random) -> dict[str, str]:
    """Return what the wordings name; each name again with a capital letter."""
    tested, control = (round(sum(row[arm] * row[2] for row in rows) / sum(row[2] for row in rows), 1) for arm in (0, 1))
    # The groups keep their names, but the ones that sentences speak of are found in the rows.
    by_gap = max(range(GROUPS), key=lambda n: rows[n][0] - rows[n][1])
    best_control = max(range(GROUPS), key=lambda n: rows[n][1])
    names = told["conditions"]
    months, year = words["months"], chance.randint(2012, 2023)
    first = chance.randrange(len(months) - 1)
    whole = {"days": (3, 15), "calibrated": (5, 40), "repeats": (3, 9), "weeks": (40, 98), "late": (6, 30), "repairs": (2, 29),
             "hours": (2, 9), "cost": (310, 9800), "given_up": (11, 87), "excluded": (4, 38), "n2": (41, 160), "n_next": (900, 4000),
             "few": (2, 9), "blinded": (2, 6), "scanned": (120, 900), "kept": (11, 49), "pilot": (14, 60),
             "visits": (8, 40), "lost": (2, 9), "warm_up": (2, 13)}  # fmt: skip
    values = {
        key: str(told[key]) for key in ("method", "rival", "outcome", "unit", "things", "device", "cause", "harmless")
    }
    values |= {key: str(told[key]) for key in ("untested", "reason")}
    values |= {f"place{n}": place for n, place in enumerate(told["places"], start=1)}
    values |= {f"{name}{n}": text for name in ("background", "explain") for n, text in enumerate(told[name], start=1)}
    values |= {f"group{n}": name for n, name in enumerate(names)}
    values |= {key: str(chance.randint(*bounds)) for key, bounds in whole.items()}
    values |= {f"c{n}": names[at] for n, at in ((1, by_gap), (2, 1), (3, best_control), (4, GROUPS - 1))}
    return _capitals(values) | {
        "a": f"{tested}", "b": f"{control}", "gap": f"{tested - control:.1f}", "n": str(sum(row[2] for row in rows)),
        "d1": f"{rows[by_gap][0] - rows[by_gap][1]:.1f}", "m2": f"{rows[1][0]}", "r3": f"{rows[best_control][1]}",
        "prior": f"{chance.uniform(*told['range']):.1f}", "rest": f"{(tested - control) * chance.uniform(0.4, 0.9):.2f}",
        "s1": f"{tested + chance.uniform(0.2, 1.9):.1f}", "s2": f"{control + chance.uniform(0.2, 1.9):.1f}",
        "back": f"{chance.uniform(0.5, 4):.1f}", "least": f"{chance.uniform(0.2, 2):.2f}", "times": f"{chance.uniform(1.2, 4):.1f}",
        "p": f"0.00{chance.randint(1, 9)}", "r": f"−0.{chance.randint(55, 89)}", "alpha": chance.choice(("0.05", "0.01", "0.02")),
        "samples": chance.choice(("2,000", "5,000", "10,000")), "month1": months[first], "month2": months[first + 1],
        "year": str(year), "year_next": str(year + 3),
    }  # fmt: skip


def _capitals(values: Mapping[str, str]) -> dict[str, str]:
    return {**values, **{key.capitalize(): text[0].upper() + text[1:] for key, text in values.items()}}


def _section(told: Mapping[str, Any], draft: _Draft, note: str) -> Section:
    parts = tuple(_part(one, draft, note if place == 0 else "") for place, one in enumerate(told["paragraphs"]))
    return Section(draft.chance.choice(told["titles"]), told.get("level", 1), parts)


def _part(told: Sequence[str] | str, draft: _Draft, note: str) -> Part:
    if not isinstance(told, str):
        return Paragraph(tuple(_sentence(name, draft) for name in told), note)
    if told == "figure":
        return Figure(
            draft.filled(draft.words["figure"]), tuple(tuple(row[arm] for row in draft.rows) for arm in (0, 1))
        )
    if told == "table":
        cells = [(draft.values[f"group{n}"], *map(str, row)) for n, row in enumerate(draft.rows)]
        return Table(draft.filled(draft.words["table"]), (tuple(draft.words["table_head"]), *cells))
    return next(draft.equations)


def _sentence(name: str, draft: _Draft) -> Sentence:
    fact = draft.words["facts"].get(name)
    if fact is None:
        return Sentence(draft.values[name], name)
    says = draft.filled(draft.chance.choice(fact["says"]))
    if "asks" not in fact:
        return Sentence(says, name)
    asks = draft.chance.choice(fact["asks"])
    asks = asks if "{" in asks else draft.words["about"] + asks[0].lower() + asks[1:]
    return Sentence(says, name, draft.filled(asks), fact["answer"].format_map(draft.values))


def _references(told: Mapping[str, Any], chance: random.Random) -> list[Reference]:
    titles = chance.sample(CITED_TITLES, chance.randint(9, len(CITED_TITLES)))
    found = []
    for title in titles:
        names = chance.sample(SURNAMES, chance.randint(1, 3))
        year = chance.randint(1968, 2021)
        found.append(
            Reference(
                key=f"{names[0].lower()}{year}",
                authors=tuple((name, chance.choice("ABCDEFGHJKLMNPRSTW")) for name in names),
                title=title.format(outcome=told["outcome"][0].upper() + told["outcome"][1:]),
                journal=chance.choice(JOURNALS),
                year=year,
                volume=chance.randint(2, 60),
                first_page=chance.randint(1, 900),
                doi=f"10.5555/cited.{chance.randint(1000, 9999)}" if chance.random() < 0.4 else "",
            )
        )
    return sorted(found, key=lambda one: (one.authors[0][0], one.year))
