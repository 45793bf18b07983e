"""Sets papers of random tables in random looks, with gold: `python benchmarks/make_tables.py OUT --seeds 0 30`.

OUT/<engine>/<seed>/ holds <seed>.pdf and <seed>.gold.json; `python benchmarks/zoo_scores.py OUT` scores their cells. Chromium
(in one or two columns of text) and WeasyPrint (in one) set each paper in a style of its own, so that no rule can have been
written for it. `--rules` sets each paper once with each kind of rules and with nothing else changed, in OUT/<rules>/<seed>/.
Programs and fonts that the machine lacks are fetched as make_zoo.py fetches them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Literal

from make_zoo import set_paper
from zoo.article import Article, Author, Cell, Paragraph, Section, Table
from zoo.engines import EngineError, Engines
from zoo.looks import Look

ENGINES: tuple[Literal["chromium", "weasyprint"], ...] = ("chromium", "weasyprint")
WORDS = """age sex patients controls treatment baseline outcome risk score median range group village season species sample cohort
exposure infection mortality smoking diabetes pressure serum plasma antibody response dose region education income household
primary secondary hospital clinic follow-up cases deaths total mean variance model adjusted crude interval length width depth
temperature rainfall soil forest river larvae adult male female weight height index ratio density expression gene protein cell
culture strain isolate resistance drug therapy relapse failure success visit month year quarter survey urban rural northern
southern coastal inland high low moderate severe mild none unknown other""".split()
VERBS = "was were showed increased decreased remained differed reached predicted followed".split()
RULES = {
    "none": "",
    "outside": "table { border-top: 1pt solid; border-bottom: 1pt solid; }",
    "head": "table { border-top: 1pt solid; border-bottom: 1pt solid; } thead { border-bottom: 0.5pt solid; }",
    "rows": "table, tr { border-top: 0.5pt solid; border-bottom: 0.5pt solid; }",
    "grid": "table, td, th { border: 0.5pt solid; }",
}
# No random style has these: earlier seeds must go on giving the same papers.
ASKED_RULES = RULES | {"columns": "td + td, th + th { border-left: 0.5pt solid; }"}
MARKS = ("a", "b", "c", "*", "†")
TABLES_EACH = (3, 5)
WIDE = 6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 30), metavar=("FIRST", "END"))
    parser.add_argument(
        "--rules", nargs="+", choices=ASKED_RULES, default=[""], metavar="KIND", help=", ".join(ASKED_RULES)
    )
    parser.add_argument("--engines", type=Path, default=Path.home() / ".cache" / "scholarai-zoo")
    arguments = parser.parse_args()
    engines, failed = Engines(arguments.engines), 0
    for seed, rules in product(range(*arguments.seeds), arguments.rules):
        try:
            _set(seed, rules, arguments.out, engines)
        except EngineError as error:
            failed += 1
            print(f"{seed}: {error}", file=sys.stderr)
    return int(failed > 0)


def _set(seed: int, rules: str, out: Path, engines: Engines) -> None:
    """Set the paper of a seed, with the rules that are named, else with those of its random style."""
    engine = ENGINES[seed % len(ENGINES)]
    rng = Random(seed)
    styles = out / "styles"
    styles.mkdir(parents=True, exist_ok=True)
    style = styles.resolve() / f"{seed}{rules}.css"
    style.write_text(_style(rng, 1 if engine == "weasyprint" else rng.choice([1, 2, 2]), rules), encoding="utf-8")
    look = Look(engine, engine, str(style), held_back=False)
    set_paper(article(seed, rng), look, out / (rules or engine), engines)


def article(seed: int, rng: Random) -> Article:
    """Return a paper of random sentences and tables."""
    blocks: list[Paragraph | Table] = _paragraphs(3, rng)
    for number in range(1, 1 + rng.randint(*TABLES_EACH)):
        blocks += [_table(number, rng), *_paragraphs(rng.randint(1, 5), rng)]
    parts = {"Methods": _paragraphs(12, rng), "Results": blocks, "Discussion": _paragraphs(15, rng)}
    sections = tuple(Section(title, 1, tuple(own)) for title, own in parts.items())
    return Article(
        id=str(seed),
        doi=f"10.1234/random.{seed}",
        title=_words(rng, 6, 10).capitalize(),
        rubric="Research article",
        journal="Journal of Random Tables",
        running_head="",
        date="May 2020",
        volume="7",
        authors=(Author("Ann", "Smith", ("1",)), Author("Ben", "Jones", ("1",))),
        affiliations=(("1", "University of the Northern Lakes"),),
        correspondence="ann@example.org",
        licence="",
        abstract=(("", _sentences(rng, 4)),),
        sections=sections,
        references=(),
    )


def _style(rng: Random, columns: int, rules: str) -> str:
    """Return CSS of random type, alignment and distances, with so many columns of text and the rules named, else random ones."""
    family = rng.choice(["Liberation Serif", "Liberation Sans"])
    size, small = rng.choice([(9, 7), (9.5, 8), (10, 8.5), (11, 9.5), (12, 12)])
    leading, cells = rng.choice([1.15, 1.25, 1.5]), rng.choice([1.1, 1.2, 1.35, 1.6])
    alone = rng.choice(["left", "left", "center", "right"])
    return "\n".join(
        [
            f"@page {{ size: {rng.choice(['A4', '8.5in 11in'])}; margin: {rng.choice([15, 20, 25])}mm; }}",
            f'body {{ font: {size}pt/{size * leading:.1f}pt "{family}"; }}',
            ".journal, .rubric, .side { display: none; } h1 { font-size: 16pt; line-height: 19pt; margin: 8pt 0; }",
            f"h2 {{ font: bold {size + 1}pt/{size + 4}pt '{family}'; margin: 10pt 0 5pt; }} .front {{ margin-bottom: 12pt; }}",
            f"main {{ text-align: {rng.choice(['left', 'justify'])}; {f'column-count: {columns}; column-gap: 6mm;' if columns > 1 else ''} }}",
            "main p + p { text-indent: 1em; } .notes p { text-indent: 0; } .table { text-align: left; }",
            f".caption, table, .notes {{ font-size: {small}pt; line-height: {small * cells:.1f}pt; }}",
            f".caption b {{ display: {rng.choice(['inline', 'inline', 'block'])}; }} .caption {{ margin-bottom: 3pt; }}",
            f"table {{ width: {rng.choice(['100%', 'auto'])}; }} .notes {{ margin-top: 3pt; }}",
            _rules(rng, rules),
            f"td + td, th + th {{ text-align: {alone}; }} th {{ font-weight: {rng.choice(['bold', 'bold', 'normal'])}; }}",
            f"td, th {{ padding: {rng.choice([0, 1, 2])}pt {rng.choice([2, 3, 5])}pt; }}",
            f"th {{ vertical-align: {rng.choice(['top', 'bottom', 'middle'])}; }} td {{ vertical-align: {rng.choice(['top', 'top', 'middle'])}; }}",
        ]
    )


def _rules(rng: Random, asked: str) -> str:
    """Return the CSS of the rules asked for, else of random ones; the draw is made for both, so that nothing else changes."""
    drawn = rng.choice(list(RULES))
    return ASKED_RULES[asked or drawn]


def _table(number: int, rng: Random) -> Table:
    """Return a table: its columns hold values of one kind, words, or, in a table of running text, sentences."""
    text = rng.random() < 1 / 4
    columns = rng.randint(2, 4) if text else rng.choice([2, 3, 3, 4, 4, 5, 6, 7, 8, 10])
    length = rng.randint(3, 14) if text else rng.choice([4, 6, 8, 10, 12, 15, 20, 30, 55])
    kinds: list[Callable[[Random], str]] = [
        rng.choice([_sentence, _few_sentences, _few_words])
        if text
        else rng.choice(VALUES[: 6 if columns > WIDE else None])
        for _ in range(columns - 1)
    ]
    empty, long_names = rng.choice([0, 0, 0, 0.1, 0.25]), rng.random() < 1 / 3
    rows = _head(columns, rng)
    mark_groups = "" if text else rng.choice(["", "", "span", "cell", "bold"])
    left = 0
    for _ in range(length):
        if mark_groups and not left:
            rows.append(_group(mark_groups, columns, rng))
            left = rng.randint(2, 5)
        left -= 1
        name = _words(rng, 2, 8) if long_names else _words(rng, 1, 3)
        values = [Cell("" if rng.random() < empty else kind(rng)) for kind in kinds]
        if not any(value.text for value in values):
            values[0] = Cell(kinds[0](rng))
        rows.append((Cell(name.capitalize()), *values))
    notes = tuple(
        rng.choice([f"<sup>{mark}</sup>{_sentence(rng)}", f"{mark} {_sentence(rng)}", f"Note. {_sentences(rng, 2)}"])
        for mark in MARKS[: rng.choice([0, 0, 1, 2])]
    )
    caption = f"{_words(rng, 4, 12).capitalize()}."
    return Table(f"Table {number}", caption + rng.choice(["", "", f" {_sentence(rng)}"]), tuple(rows), notes)


def _head(columns: int, rng: Random) -> list[tuple[Cell, ...]]:
    """Return the rows of a head: names, in half of the larger tables below names of several columns."""
    corner = rng.choice(["", _words(rng, 1, 2).capitalize()])
    names = [_name(rng) for _ in range(columns - 1)]
    if columns < 5 or rng.random() < 1 / 2:
        return [tuple(Cell(text, header=True) for text in [corner, *names])]
    above, left = [Cell(corner, row_span=2, header=True)], columns - 1
    while left:
        width = left if left < 4 else rng.randint(2, 3)
        above.append(Cell(_name(rng), column_span=width, header=True))
        left -= width
    return [tuple(above), tuple(Cell(name, header=True) for name in names)]


def _name(rng: Random) -> str:
    name = _words(rng, 1, 3).capitalize()
    return name + rng.choice(["", "", "", f" (n = {rng.randint(5, 900)})", " (%)", "<sup>a</sup>"])


def _group(kind: str, columns: int, rng: Random) -> tuple[Cell, ...]:
    name = _words(rng, 1, 4).capitalize()
    if kind == "span":
        return (Cell(name, column_span=columns),)
    return (Cell(f"<b>{name}</b>" if kind == "bold" else name), *(Cell("") for _ in range(columns - 1)))


def _whole(rng: Random) -> str:
    return f"{rng.choice([rng.randint(0, 99), rng.randint(100, 99999)]):,}"


def _decimal(rng: Random) -> str:
    return f"{rng.uniform(0, rng.choice([1, 10, 200])):.{rng.randint(1, 3)}f}"


def _signed(rng: Random) -> str:
    mark = rng.choice(["", "", "", "*", "**", "<sup>a</sup>"])
    return f"{rng.choice(['', '−', '−'])}{rng.uniform(0, 9):.2f}{mark}"


def _percent(rng: Random) -> str:
    return f"{rng.uniform(0, 100):.1f}%"


def _p(rng: Random) -> str:
    return rng.choice(["&lt;0.001", f"0.{rng.randint(10, 999):03}", "–", "NS"])


def _yes(rng: Random) -> str:
    return rng.choice(["Yes", "No", "–", "Partly"])


def _with_error(rng: Random) -> str:
    return f"{rng.uniform(0, 90):.1f} ± {rng.uniform(0, 9):.1f}"


def _interval(rng: Random) -> str:
    low = rng.uniform(0.1, 3)
    return f"{low * 1.4:.2f} ({low:.2f}{rng.choice(['–', ', ', ' to '])}{low * 2:.2f})"


def _share(rng: Random) -> str:
    return f"{rng.randint(0, 400)} ({rng.randint(0, 100)}{rng.choice(['%', ''])})"


def _few_words(rng: Random) -> str:
    return _words(rng, 1, 4).capitalize()


VALUES: Sequence[Callable[[Random], str]] = (
    *(_whole, _decimal, _signed, _percent, _p, _yes),
    *(_with_error, _interval, _share, _few_words),
)


def _sentence(rng: Random) -> str:
    return f"{_words(rng, 2, 5)} {rng.choice(VERBS)} {_words(rng, 2, 7)}.".capitalize()


def _few_sentences(rng: Random) -> str:
    return _sentences(rng, rng.randint(1, 3))


def _sentences(rng: Random, count: int) -> str:
    return " ".join(_sentence(rng) for _ in range(count))


def _paragraphs(count: int, rng: Random) -> list[Paragraph | Table]:
    return [Paragraph(_sentences(rng, rng.randint(4, 14))) for _ in range(count)]


def _words(rng: Random, least: int, most: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(least, most)))


if __name__ == "__main__":
    sys.exit(main())
