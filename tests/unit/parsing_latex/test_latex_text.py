from __future__ import annotations

import pytest
from unit.parsing_latex.reading import read, texts

from scholarai.parsing.latex import read_latex


def test_sections_nest_and_carry_the_numbers_that_latex_prints() -> None:
    content = read(r"\section{Data}\subsection{Sources}x\section*{Thanks}\appendix\section{Proofs}y")

    assert [(s.number, s.title, s.level) for s in content.sections] == [
        ("1", "Data", 1),
        ("1.1", "Sources", 2),
        (None, "Thanks", 1),
        ("A", "Proofs", 1),
    ]
    assert content.sections[1].parent_id == content.sections[0].id


def test_block_ranges_count_in_the_papers_text() -> None:
    content = read("\\section{A}One.\n\nTwo $x$.")

    assert [content.text()[block.start : block.end] for block in content.blocks] == ["1 A", "One.", "Two $x$."]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"M\"uller and \'Etienne \o\ \ss{}", "Müller and Étienne ø ß"),
        (r"``so''~it---is 5\,\% \& \textbf{bold \emph{deep}}", "“so” it—is 5 % & bold deep"),
        (r"a % gone" + "\n" + "b", "a b"),
        (r"see \url{http://x.org/a%20b_c}", "see http://x.org/a%20b_c"),
        (r"\href{http://x.org}{here} and \verb|a_b$|", "here and a_b$"),
        (r"kept \unknowncommand{this} too", "kept this too"),
        (r"H\textsubscript{2}O costs \$5", "H₂O costs $5"),
        (
            r"1973\textsuperscript{4,5} at 10\textsuperscript{\textbf{-6}} m, the 4\textsuperscript{th}",
            "1973⁴,⁵ at 10⁻⁶ m, the 4th",
        ),
        (r"a\footnotemark[1] \vspace*{2em} b \hskip 1pt plus 2pt minus 1pt c", "a b c"),
        (r"{\fontsize{9}{10}\selectfont small} \textcolor{red}{red} \raisebox{1pt}{up}", "small red up"),
        (r"\SI{3}{\meter\per\second\squared} in \S\,2 at 5\textdegree{}C", "3 m s⁻² in § 2 at 5°C"),
        (r"\begin{minipage}[t]{0.5\textwidth}in\end{minipage} \begin{odd}[x]{1cm}side\end{odd}", "in side"),
        (r"{\bf old} style {\it too}", "old style too"),
        (
            r"fa\c cade, \AA ngstr\"om, \oe uvre, \L \'od\'z, Gro\ss e and \ldots so",
            "façade, Ångström, œuvre, Łódź, Große and … so",
        ),
        ("the dogs' `own' and `don't \\emph{do}' it", "the dogs' ‘own’ and ‘don't do’ it"),
        (r"\mintinline[x]{c}{a%b}, \mintinline{c}|c%d|, \lstinline!e%f! and \Verb+g%h+", "a%b, c%d, e%f and g%h"),
        (
            r"\chemfig[x]{H-[1]C(-[2]H)=O}so, \ce{H2O}, \ce{SO4^2-}, \ce{Na+ + Cl- -> NaCl}, \ce{$n$ CO2}",
            "so, H₂O, SO₄²⁻, Na⁺ + Cl⁻ → NaCl, $n$ CO₂",
        ),
        (
            r"\qtyrange{90}{400}{\electronvolt}, \SIrange[x]{1}{3}{\milli\hertz}, \numrange{3}{7}",
            "90 eV to 400 eV, 1 mHz to 3 mHz, 3 to 7",
        ),
        (
            r"\qtylist{1;2;5}{\watt}, \numlist{1;2}, \qtyproduct{2 x 3}{\cm}, \numproduct{2 x 3}",
            "1 W, 2 W and 5 W, 1 and 2, 2 cm × 3 cm, 2 × 3",
        ),
        (
            r"\ang{12;30;}, \ang{-3.5}, \SI{5}{\degree}, \SI{20}{\celsius}, \SI{5}{\percent}",
            "12°30′, −3.5°, 5°, 20 °C, 5 %",
        ),
        (r"\num{1.2(3)e-4}, \num{1 +- 2}, \num{e5}, \num{-5}", "1.2(3) × 10⁻⁴, 1 ± 2, 10⁵, −5"),
        (
            r"\unit{\kg\m\per\s\squared}, \SI{7}{\newton\metre}, \SI{5}{m/s^2}, \si{m.s^{-1}}, \unit{\s\tothe{4}}",
            "kg m s⁻², 7 N m, 5 m/s², m s⁻¹, s⁴",
        ),
        (r"\SI[per-mode=symbol]{3}{\kilo\gram\per\cubic\metre}, \unit{\milli\gram\per\liter}", "3 kg/m³, mg L⁻¹"),
    ],
)
def test_running_text_reads_as_printed(source: str, text: str) -> None:
    assert texts(read(source)) == [text]


def test_macros_of_the_paper_are_expanded_in_text() -> None:
    preamble = r"\newcommand{\us}{our group}\newcommand{\say}[2][so]{#2 #1}\def\twice#1{#1#1}"

    assert texts(read(r"With \us: \say{it is}, \say[no]{or}, \twice{ha}.", preamble=preamble)) == [
        "With our group: it is so, or no, haha."
    ]


def test_conditionals_show_the_branch_that_is_printed() -> None:
    preamble = r"\newif\ifdraft\drafttrue"
    body = r"\ifdraft draft\else final\fi \iffalse hidden \ifx a b c\fi\fi \begin{comment}gone\end{comment} end"

    assert texts(read(body, preamble=preamble)) == ["draft end"]


def test_inputs_are_read_in_place_and_missing_ones_are_noted() -> None:
    content = read(r"a \input{part} c \input{lost}", part_tex="b")

    assert texts(content) == ["a b c"]
    assert [note.code for note in content.notes] == ["input_missing"]


def test_a_file_that_includes_itself_is_noted_and_read_once() -> None:
    content = read(r"\input{part}", part_tex=r"once \input{part}")

    assert texts(content) == ["once"]
    assert [note.code for note in content.notes] == ["input_cycle"]


def test_macros_that_explode_are_cut_off() -> None:
    bomb = r"\def\a{xx}" + "".join(rf"\def\{chr(98 + k)}{{\{chr(97 + k)}\{chr(97 + k)}}}" for k in range(24)) + r"\y"

    content = read(f"before {bomb} after")

    assert "expansion_cut" in [note.code for note in content.notes]


def test_lists_footnotes_code_and_theorems_are_blocks_of_their_kind() -> None:
    content = read(
        r"""Text\footnote{A note.} goes on.
        \begin{itemize}\item First. \item[Key] Second.\end{itemize}
        \begin{theorem}[Gauss] It holds. \end{theorem}
        \begin{verbatim}
x = {1}
\end{verbatim}""",
        preamble=r"\newtheorem{theorem}{Theorem}",
    )

    assert [(b.kind, b.text) for b in content.blocks] == [
        ("paragraph", "Text goes on."),
        ("footnote", "A note."),
        ("list_item", "First."),
        ("list_item", "Key Second."),
        ("theorem", "Theorem 1 (Gauss). It holds."),
        ("code", "x = {1}"),
    ]


def test_footnotes_of_captions_and_headings_are_not_lost() -> None:
    content = read(r"\section{Data\footnote{From A.}}\begin{figure}\caption{Map\footnote{By B.}}\end{figure}x")

    assert [s.title for s in content.sections] == ["Data"]
    assert texts(content, "footnote") == ["From A.", "By B."]


def test_a_structured_abstract_is_one_abstract() -> None:
    content = read(r"\begin{abstract}\section{Motivation:} Why. \section{Results:} What.\end{abstract}\section{Intro}x")

    assert content.abstract == "Motivation:\n\nWhy.\n\nResults:\n\nWhat."
    assert [s.level for s in content.sections] == [1, 2, 2, 1]


def test_the_main_file_is_the_one_with_a_document() -> None:
    files = {
        "sections/intro.tex": b"Intro text.",
        "supplement.tex": rb"\documentclass{article}\begin{document}Supplement.\end{document}",
        "paper.tex": rb"\documentclass{article}\begin{document}\input{sections/intro}\end{document}",
    }

    assert texts(read_latex(files)) == ["Intro text."]


def test_latin_1_sources_are_read() -> None:
    source = "\\documentclass{article}\\begin{document}Müller\\end{document}".encode("latin-1")

    assert texts(read_latex({"main.tex": source})) == ["Müller"]


def test_counters_of_a_paper_leave_no_text() -> None:
    content = read(r"\newcounter{affil}[page]\setcounter{affil}{1}\stepcounter{affil}\refstepcounter{affil}Words stay.")

    assert texts(content) == ["Words stay."]


@pytest.mark.parametrize(
    ("preamble", "body", "text"),
    [
        (r"\NewDocumentCommand{\a}{s m O{x}}{\IfBooleanTF#1{very }{}#2 #3}", r"\a{b}, \a*{b}[c]", "b x, very b c"),
        (r"\NewDocumentCommand\a{m o}%" + "\n{#1\\IfValueT{#2}{ with #2}}", r"\a{b}, \a{b}[c]", "b, b with c"),
        (r"\NewDocumentCommand{\a}{r() D<>{d} t' g}{#1#2\IfBooleanT{#3}{!}\IfNoValueF{#4}{#4}}", r"\a(b), \a(b)<c>'{e}", "bd, bc!e"),
        (r"\NewDocumentEnvironment{a}{O{n} m}{#1 (#2): }{ End of #2.}", r"\begin{a}{b}Text.\end{a}", "n (b): Text. End of b."),
        (r"\expandafter\newcommand\csname a:1\endcsname[1]{odd #1}", r"\csname a:1\endcsname{b}\csname zz\endcsname", "odd b"),
        (r"\newcommand{\a}{b}\expandafter\let\csname zz\expandafter\endcsname\csname a\endcsname", r"\csname zz\endcsname", "b"),
        (r"\newcommand{\a}{b}", r"\ifcsname a\endcsname yes\else no\fi, \ifcsname c\endcsname yes\else no\fi", "yes, no"),
        (r"\DeclareSIUnit[x]{\a}{AU}\sisetup{per-mode = symbol}", r"\SI{3}{\kilo\a\per\s}", "3 kAU/s"),
        ("", r"\IfFileExists{nothing}{yes}{no}, \InputIfFileExists{nothing}{yes}{none}.", "no, none."),
    ],
)  # fmt: skip
def test_definitions_of_every_form_are_followed(preamble: str, body: str, text: str) -> None:
    content = read(body, preamble=preamble)

    assert (texts(content), content.notes) == ([text], ())


def test_references_to_several_items_name_each_kind() -> None:
    equations = "".join(rf"\begin{{equation}}{x}\label{{eq:{x}}}\end{{equation}}" for x in "abc")
    content = read(
        rf"\section{{S}}\label{{s}}{equations}By \crefrange{{eq:a}}{{eq:c}}, \Cref{{s,eq:a,eq:b}} and \labelcref{{eq:c}}."
    )

    assert texts(content) == ["By Equations (1) to (3), Section 1 and Equations (1 and 2) and (3)."]


def test_only_included_files_are_read_and_the_others_noted() -> None:
    content = read(r"\include{a}\include{b}", preamble=r"\includeonly{a}", a_tex="Kept.", b_tex="Left out.")

    assert texts(content) == ["Kept."]
    assert [note.code for note in content.notes] == ["input_left_out"]


def test_a_theorem_that_is_printed_again_has_no_second_number() -> None:
    content = read(
        r"\begin{restatable}[Drift]{thm}{again}\label{t}Dunes drift.\end{restatable} By \ref{t}.\par\again*",
        preamble=r"\newtheorem{thm}{Theorem}",
    )

    assert [b.text for b in content.blocks] == ["Theorem 1 (Drift). Dunes drift.", "By 1.", "Theorem. Dunes drift."]


def test_a_list_without_an_end_ends_where_a_section_begins() -> None:
    opened = r"\begin{itemize}\item One.\begin{enumerate}\item Two."
    content = read(
        rf"\section{{A}}{opened}\section{{B}}Text.\begin{{figure}}\caption{{C}}\subsection{{D}}More.\item Three."
        r"\section{E}Last.\begin{questions}\item Four.\end{questions}" + "\n\nEnd."
    )

    assert texts(content, "list_item") == ["One.", "Two.", "Three.", "Four."]
    assert texts(content) == ["Text.", "More.", "Last.", "End."]
