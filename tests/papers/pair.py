"""A paper as LaTeX and as the PDF of the same text, with floats and a footnote where pages have room for them."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from papers.typeset import Paper

TITLE = "Tides in Small Lakes: a Model with Two Parameters"
MEASURED = (
    "We measured the level of nine lakes for eleven months with pressure sensors on the bottom. Each sensor recorded a "
    "value every ten minutes, and gaps were closed by linear interpolation. Storms were left out by hand."
)
PENDULUM = "A lake answers to the moon as a damped pendulum does, and two parameters describe it."
LIMITS = (
    "Our model neglects wind, which raises the level at one shore for hours. It also treats the bottom as flat, so "
    "that long narrow valleys are not described by it."
)
CAPTION = "Levels of two lakes over a fortnight of autumn, with their means subtracted."
ROWS = (
    ("Lake", "Depth", "Period"),
    ("Almsee", "9.2", "41.5"),
    ("Brunnsee", "17.8", "63.1"),
    ("Cellosee", "4.6", "28.7"),
)
NOTE = "Sensors of the second series were calibrated against a barometer."
ENTRIES = (
    "A. Merian. Ueber die Bewegung tropfbarer Fluessigkeiten in Gefaessen. Basel, 1828.",
    "F. Forel. Le Leman, monographie limnologique. Lausanne, 1895.",
)

_CELLS = r" \\ ".join(" & ".join(row) for row in ROWS)
_TEX = rf"""\documentclass{{article}}
\title{{{TITLE}}}
\author{{Ada Quell}}
\begin{{document}}
\maketitle
\section{{Measurements}}
{MEASURED}\footnote{{{NOTE}}} The first report is that of Merian \cite{{merian}}.
\begin{{figure}}\includegraphics{{levels}}\caption{{{CAPTION}}}\end{{figure}}
\section{{Model}}
{PENDULUM} With depth $h$ and length $\ell$ its period is
\begin{{equation}}T = \frac{{2\ell}}{{\sqrt{{gh}}}} .\end{{equation}}
Friction at the bottom adds a damping rate
\begin{{equation}}\gamma = \frac{{\nu}}{{h^2}} ,\end{{equation}}
which is small for every lake of our sample, as Forel found before us \cite{{forel}}.
\begin{{table}}\caption{{Depth in metres and period in minutes.}}
\begin{{tabular}}{{lll}}{_CELLS}\end{{tabular}}\end{{table}}
\section{{Limits}}
{LIMITS}
\begin{{thebibliography}}{{9}}
\bibitem{{merian}} {ENTRIES[0]}
\bibitem{{forel}} {ENTRIES[1]}
\end{{thebibliography}}
\end{{document}}
"""


def make_source(path: Path) -> Path:
    """Write the LaTeX of the paper."""
    path.write_text(_TEX, encoding="utf-8")
    return path


def make_pdf(path: Path) -> Path:
    """Set the paper: the figure and the table come after the text that they stand before in the source."""
    paper = Paper(running_head="Tides in small lakes")
    paper.title(TITLE, "Ada Quell", "A paper made by a script")
    paper.heading("1 Measurements")
    paper.paragraph(f"{MEASURED}^{{1}} The first report is that of Merian [1].", indent=0)
    paper.footnote(f"^{{1}} {NOTE}")
    paper.heading("2 Model")
    paper.paragraph(f"{PENDULUM} With depth *h* and length *ℓ* its period is", indent=0)
    paper.equation("T = 2ℓ / √(gh) .", 1)
    paper.paragraph("Friction at the bottom adds a damping rate", indent=0)
    paper.equation("γ = ν / h^{2} ,", 2)
    paper.paragraph("which is small for every lake of our sample, as Forel found before us [2].", indent=0)
    paper.heading("3 Limits")
    paper.paragraph(LIMITS, indent=0)
    paper.table("Table 1: Depth in metres and period in minutes.", ROWS)
    paper.figure(_levels, 90, f"Figure 1: {CAPTION}")
    paper.references(ENTRIES)
    paper.save(path)
    return path


def _levels(page: pymupdf.Page, area: pymupdf.Rect) -> None:
    frame = pymupdf.Rect(area.x0 + 4, area.y0 + 4, area.x1 - 4, area.y1 - 8)
    page.draw_rect(frame)
    page.draw_line(frame.bl, frame.tr)
