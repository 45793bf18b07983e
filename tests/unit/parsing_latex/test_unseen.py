"""What LaTeX sets white, transparent or too small is left out and noted; white on a ground stays."""

from __future__ import annotations

import pytest
from attacks.hidden import HIDDEN_IN_LATEX, SECRET, UNPRINTED_IN_LATEX, latex_with

from scholarai.domain.content import PaperContent
from scholarai.parsing.latex.reader import read_latex


def read(body: str) -> PaperContent:
    return read_latex({"paper.tex": latex_with(body)})


@pytest.mark.parametrize("hidden", HIDDEN_IN_LATEX)
def test_what_nobody_sees_is_left_out(hidden: str) -> None:
    content = read(hidden % SECRET)

    assert SECRET not in content.text()
    assert [section.title for section in content.sections] in ([], [""])
    assert ("Before it." in content.text(), "Behind it." in content.text()) == (True, True)
    assert [note.code for note in content.notes] == ["unseen_text"]


@pytest.mark.parametrize("unprinted", UNPRINTED_IN_LATEX)
def test_what_latex_prints_nowhere_is_left_out(unprinted: str) -> None:
    content = read(unprinted % SECRET)

    assert SECRET not in content.text()
    assert (content.text().startswith("Before it."), content.text().endswith("Behind it.")) == (True, True)
    assert content.notes == ()


@pytest.mark.parametrize(
    "printed",
    [
        r"\setbox0\hbox{%s}\box0",
        r"\setbox1\vbox{%s}\unvbox1",
        r"\setbox0\hbox{%s}\setbox0\hbox{\box0 again}\box0",
        r"\newbox\kept\setbox\kept\hbox{%s}\copy\kept",
        r"\newsavebox{\kept}\sbox{\kept}{%s}\fbox{\usebox{\kept}}",
        r"\newsavebox{\kept}\savebox{\kept}[3cm][l]{%s}\usebox\kept",
        r"\newsavebox{\kept}\begin{lrbox}{\kept}%s\end{lrbox}\usebox{\kept}",
        r"\newcommand{\fit}[1]{\setbox0\hbox{#1}\box0}\fit{%s}",
    ],
)
def test_a_box_is_printed_where_it_is_used(printed: str) -> None:
    content = read(printed % SECRET)

    assert content.text().count(SECRET) == 1
    assert content.text().index(SECRET) > content.text().index("Before it.")
    assert content.notes == ()


def test_a_white_title_is_no_title() -> None:
    source = rf"\documentclass{{article}}\begin{{document}}\title{{\textcolor{{white}}{{{SECRET}}}Bees}}\maketitle\end{{document}}"

    assert read_latex({"paper.tex": source.encode()}).title == "Bees"


@pytest.mark.parametrize(
    "shown",
    [
        r"\textcolor{red}{%s}",
        r"\textcolor[gray]{0.6}{%s}",
        r"\textcolor{black!70}{%s}",
        r"\colorbox{black}{\textcolor{white}{%s}}",
        r"\begin{tcolorbox}[colback=blue]\color{white}%s\end{tcolorbox}",
        r"\begin{tabular}{l}\rowcolor{black}\textcolor{white}{%s}\end{tabular}",
        r"{\fontsize{6}{8}\selectfont %s}",
        r"\scalebox{0.8}{%s}",
        r"\resizebox{\textwidth}{!}{%s}",
        r"{\color{white}\color{black}%s}",
        r"{\transparent{0.8} %s}",
        r"\smash{%s}",
        r"\raisebox{-3pt}{%s}",
        r"\raisebox{0.5\height}{%s}",
        r"\raise 2pt\hbox{%s}",
        r"\hspace{-1cm}%s",
        r"\kern-2cm %s",
        r"\colorbox{yellow}{\textcolor{blue}{%s}}",
        r"\colorbox{blue}{\textcolor{white}{%s}}",
        r"$a \smash{\text{%s}}$",
        r"$\phantom{=} \text{%s}$",
        r"\color{white}\colorbox{black}{%s}\color{black}",
        r"\begin{color}{blue}%s\end{color}",
        r"\scalebox{1}[0.9]{%s}",
        r"\vspace{-2cm}%s",
        r"$\colorbox{black}{\textcolor{white}{\text{%s}}}$",
        r"$\fcolorbox{white}{blue}{\color{white}\text{%s}}$",
        r"$\kern-2pt\text{%s}$",
        r"$a \%% \text{%s}$",
        r"\raisebox{0.5\textheight}{%s}",
        r"\hspace*{-\textwidth}%s",
        r"\setlength{\parskip}{3pt}\raisebox{\parskip}{%s}",
        r"\vskip-\baselineskip %s",
        r"\adjustbox{width=\textwidth,scale=0.9}{%s}",
        r"\begin{adjustbox}{max width=\linewidth}%s\end{adjustbox}",
        r"\fontspec{Arial}[Scale=MatchLowercase]%s",
        r"{\addfontfeature{Color=AA0000}%s}",
        r"\begin{tcolorbox}[title=Box, coltext=white, colback=blue]%s\end{tcolorbox}",
        r"\begin{tcolorbox}%s\end{tcolorbox}",
        r"\pdfliteral{1 g}\pdfliteral{0.2 g}%s",
        r"\pdfliteral{q 1 0 0 1 5 5 cm}%s\pdfliteral{Q}",
        r"\special{color push rgb 1 0 0}%s\special{color pop}",
        r"\pdfcolorstack0 pop %s {again}",
        r"\textcolor[hsb]{0.3,1,1}{%s}",
        r"$a \raise2pt\hbox{%s}$",
        r"$\href{https://example.org/a}{\text{%s}}$",
        r"$\bbox[yellow,5px]{\text{%s}}$",
        r"$x \\[2ex] \text{%s}$",
    ],
)
def test_what_shows_stays(shown: str) -> None:
    content = read(shown % SECRET)

    assert SECRET in content.text()
    assert "blue" not in content.text().replace("{blue}", "")
    assert content.notes == ()


def test_a_declaration_ends_with_its_group() -> None:
    content = read(r"{\color{white} Hidden words.} Shown words. \color{white} More hidden. \color{black} Shown again.")

    assert "Hidden" not in content.text()
    assert "More hidden" not in content.text()
    assert "Shown words." in content.text()
    assert "Shown again." in content.text()


@pytest.mark.parametrize(
    "shown",
    [
        r"$a {\color{white} x} \text{%s}$",
        r"$a \color{white} x \color{black} \text{%s}$",
        r"\begin{align}a &= \color{white} x & \text{%s}\end{align}",
        r"\begin{align}a &= \color{white} x \\ \text{%s}\end{align}",
    ],
)
def test_a_declaration_in_a_formula_ends_with_its_group_its_cell_or_the_next_colour(shown: str) -> None:
    content = read(shown % SECRET)

    assert SECRET in content.text()
    assert "x" not in content.text().replace("\\text", "")


def test_boxes_that_hold_each_other_end() -> None:
    content = read(r"\setbox0\hbox{One \copy1}\setbox1\hbox{two \copy0}\copy0")

    assert content.text() == "Before it. One two Behind it."


def test_phantoms_that_only_take_room_stay_in_formulas() -> None:
    formula = r"$x \phantom{=} \left( \vphantom{\sum_{i}} y \right)$"

    assert formula in read(formula).text()


def test_white_on_a_dark_page_stays() -> None:
    assert SECRET in read(rf"\pagecolor{{black}}\color{{white}} {SECRET}").text()
