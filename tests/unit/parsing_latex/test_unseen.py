"""What LaTeX sets white, transparent or too small is left out and noted; white on a ground stays."""

from __future__ import annotations

import pytest
from attacks.hidden import HIDDEN_IN_LATEX, SECRET, latex_with

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
    assert [note.code for note in content.notes] == ([] if "phantom" in hidden else ["unseen_text"])


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
    ],
)
def test_what_shows_stays(shown: str) -> None:
    content = read(shown % SECRET)

    assert SECRET in content.text()
    assert content.notes == ()


def test_a_declaration_ends_with_its_group() -> None:
    content = read(r"{\color{white} Hidden words.} Shown words. \color{white} More hidden. \color{black} Shown again.")

    assert "Hidden" not in content.text()
    assert "More hidden" not in content.text()
    assert "Shown words." in content.text()
    assert "Shown again." in content.text()


def test_white_on_a_dark_page_stays() -> None:
    assert SECRET in read(rf"\pagecolor{{black}}\color{{white}} {SECRET}").text()
