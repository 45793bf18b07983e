"""Tables of LaTeX lose nothing: their cells, spans, heads, groups and notes."""

from __future__ import annotations

from unit.parsing_latex.reading import read

from scholarai.domain.content import Table


def table_of(body: str) -> Table:
    (table,) = read(body).tables
    return table


def test_a_cell_over_columns_and_rows_stands_at_its_first_place() -> None:
    table = table_of(
        r"""\begin{tabular}{lcc} \toprule
        \multirow{2}{*}{Site} & \multicolumn{2}{c}{Growth} \\ \cmidrule{2-3}
        & 2018 & 2019 \\ \midrule
        North & 3.1 & 2.9 \\ South & 1.0 & 1.1 \\ \bottomrule \end{tabular}"""
    )

    assert table.rows == (
        ("Site", "Growth", ""),
        ("", "2018", "2019"),
        ("North", "3.1", "2.9"),
        ("South", "1.0", "1.1"),
    )
    assert table.spans == ((0, 0, 2, 1), (0, 1, 1, 2))
    assert table.header_rows == 2


def test_a_cell_written_in_its_last_row_stands_in_its_first() -> None:
    table = table_of(r"\begin{tabular}{ll} & 1 \\ \multirow{-2}{*}{Both} & 2 \\ \end{tabular}")

    assert table.rows == (("Both", "1"), ("", "2"))
    assert table.spans == ((0, 0, 2, 1),)
    assert table.header_rows == 0


def test_the_head_of_a_long_table_is_read_once() -> None:
    table = table_of(
        r"""\begin{longtable}{ll} \caption{Sites.} \\ \hline Site & Growth \\ \hline \endfirsthead
        \multicolumn{2}{l}{Continued} \\ Site & Growth \\ \endhead
        \multicolumn{2}{r}{Continued on the next page} \\ \endfoot \hline All & 4 \\ \endlastfoot
        North & 3 \\ South & 1 \\ \end{longtable}"""
    )

    assert table.rows == (("Site", "Growth"), ("North", "3"), ("South", "1"), ("All", "4"))
    assert table.header_rows == 1


def test_the_head_of_a_deluxe_table_is_read() -> None:
    table = table_of(
        r"""\begin{deluxetable}{ll} \tablecaption{Sites.} \tablehead{\colhead{Site} & \colhead{Growth}}
        \startdata North & 3 \\ South & 1 \enddata \end{deluxetable}"""
    )

    assert table.rows == (("Site", "Growth"), ("North", "3"), ("South", "1"))
    assert table.header_rows == 1


def test_rows_that_name_others_and_notes_are_told_apart() -> None:
    table = table_of(
        r"""\begin{tabularx}{\textwidth}{lX} \toprule Site & Growth \\ \midrule
        \multicolumn{2}{l}{\emph{Marshes}} \\ North & 3 \\ South & 1 \\ \bottomrule
        \multicolumn{2}{l}{In mm per year.} \end{tabularx}"""
    )

    assert table.rows == (("Site", "Growth"), ("Marshes", ""), ("North", "3"), ("South", "1"))
    assert table.group_rows == (1,)
    assert table.notes == ("In mm per year.",)


def test_signs_of_dingbats_are_read_as_they_are_printed() -> None:
    table = table_of(
        r"""\newcommand{\yes}{\ding{51}}\begin{tabular}{lcccc}
        A & \ding{55} & \yes & \ding{173} & \ding{182} \\ B & \ding{228} & \ding{72} & \ding{x} & \ding{999} \\ \end{tabular}"""
    )

    assert table.rows == (("A", "✗", "✓", "②", "❶"), ("B", "➤", "★", "", ""))


def test_a_number_for_a_table_is_no_cell_and_a_number_in_a_cell_is() -> None:
    numbered = r"\begin{deluxetable}{cc}\tablenum{3}\tablehead{\colhead{A} & \colhead{B}}\startdata x & 1 \\ y & 2\enddata\end{deluxetable}"
    aligned = r"\begin{tabular}{cc}A & B \\ \midrule \tablenum{1.5} & \tablenum[x]{2e3} \\ 3 & 4\end{tabular}"

    assert table_of(numbered).rows == (("A", "B"), ("x", "1"), ("y", "2"))
    assert table_of(aligned).rows == (("A", "B"), ("1.5", "2 × 10³"), ("3", "4"))
