"""The gold of a paper's tables leaves out what its source does not tell."""

from __future__ import annotations

import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from gold.tables import drawings, tables_of_source  # noqa: E402  - after the path is set

DRAWN = r"""
\begin{longtable}{@{}rl@{}}
\caption{Graphs of reeds}\label{table:reeds}\\
\drawGraph{R6}&\drawGraph{R7}\\
\multicolumn{2}{@{}c@{}}{\drawGraph{R8}}
\end{longtable}
"""
WRITTEN = r"""
\begin{table}\caption{Growth}\begin{tabular}{ll}
\textbf{Site} & \textbf{2018} \\
\end{tabular}\end{table}
"""


def test_a_table_whose_cells_one_command_draws_is_a_drawing() -> None:
    assert drawings(DRAWN + WRITTEN) == ["graphsofreeds"]


def test_a_drawing_is_no_table_of_the_gold(tmp_path: Path) -> None:
    source = tmp_path / "paper.tex"
    source.write_text(DRAWN + WRITTEN, encoding="utf-8")
    tables = [
        {"label": "Table 1", "caption": "Table 1: Graphs of reeds", "rows": [["R6", "R7"], ["R8", ""]]},
        {"label": "Table 2", "caption": "Table 2: Growth", "rows": [["Site", "2018"]]},
    ]

    assert tables_of_source({"tables": tables}, [source]) == [[["Site", "2018"]]]
    assert len(tables_of_source({"tables": tables})) == 2
