"""Displayed equations are read as LaTeX where their layout is certain, and not at all where it is not."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.formula_marks import glyph, line, printed

from scholarai.domain.content import Block, Box, Equation, Line, PaperContent, Word
from scholarai.domain.ids import BlockId
from scholarai.parsing.pdf.equations import Glyph, Marks, Rule, with_latex
from scholarai.parsing.pdf.equations.marks import UncertainError
from scholarai.parsing.pdf.equations.reading import latex_of


def test_small_signs_above_and_below_the_line_are_scripts_of_the_letter_before() -> None:
    scripts = [glyph("i", 5.0, 101.5, size=7.0), glyph("two", 5.0, 95.9, size=7.0, font="CMR7")]

    assert latex_of(printed(*line("x"), *scripts, *line("=y", 9.0))) == "x_{i}^{2} = y"


def test_a_script_has_scripts_of_its_own() -> None:
    scripts = [glyph("i", 5.0, 95.9, size=7.0), glyph("j", 8.5, 97.1, size=5.0)]

    assert latex_of(printed(*line("x"), *scripts, *line("=y", 12.0))) == "x^{i_{j}} = y"


def test_a_bar_with_terms_on_both_sides_is_a_fraction() -> None:
    terms = [glyph("a", 14.6, 93.0), glyph("b", 14.6, 107.0)]

    assert latex_of(printed(*line("x="), *terms, rules=(Rule(14.0, 97.3, 20.0, 97.7),))) == r"x = \frac{a}{b}"


def test_a_sign_joined_with_a_bar_is_a_root() -> None:
    root = glyph("radical", 14.0, 91.4, font="CMSY10")

    assert (
        latex_of(printed(*line("x="), root, glyph("y", 22.4), rules=(Rule(22.0, 90.8, 28.0, 91.2),))) == r"x = \sqrt{y}"
    )


def test_what_stands_above_and_below_an_operator_are_its_limits() -> None:
    total = glyph("summationdisplay", 14.0, 90.5, font="CMEX10")
    below = line("i=1", 14.0, 112.0, size=7.0)
    above = line("n", 19.0, 89.0, size=7.0)

    assert latex_of(printed(*line("x="), total, *below, *above, *line("y", 30.0))) == r"x = \sum_{i = 1}^{n} y"


def test_upright_letters_are_functions_or_text() -> None:
    name = [glyph(letter, 14.0 + 5.0 * at, font="CMR10") for at, letter in enumerate("sin")]
    text = [glyph(letter, 42.0 + 5.0 * at, font="CMR10") for at, letter in enumerate("if")]

    assert (
        latex_of(printed(*line("x="), *name, *line("y", 30.0), *text, *line("z", 56.0))) == r"x = \sin y \text{ if } z"
    )


def test_an_accent_belongs_to_the_letter_below_it() -> None:
    accent = glyph("circumflex", 0.8, font="CMR10")

    assert latex_of(printed(accent, *line("x=y"))) == r"\hat{x} = y"


def test_a_negated_sign_is_one() -> None:
    assert latex_of(printed(*line("x=y"), glyph("negationslash", 7.0, font="CMSY10"))) == r"x \neq y"


def test_terms_in_rows_between_large_brackets_are_a_matrix() -> None:
    brackets = [glyph("parenleftbigg", 14.0, 85.9, font="CMEX10"), glyph("parenrightbigg", 46.0, 85.9, font="CMEX10")]
    rows = [*line("a", 22.0, 94.0), *line("b", 38.0, 94.0), *line("c", 22.0, 106.0), *line("d", 38.0, 106.0)]

    assert latex_of(printed(*line("x="), *brackets, *rows)) == r"x = \begin{pmatrix} a & b \\ c & d \end{pmatrix}"


def test_rows_after_an_open_brace_are_cases() -> None:
    brace = glyph("braceleftbigg", 14.0, 85.9, font="CMEX10")
    rows = [*line("a", 22.0, 94.0), *line("y=1", 40.0, 94.0), *line("b", 22.0, 106.0), *line("y=2", 40.0, 106.0)]

    assert latex_of(printed(*line("x="), brace, *rows)) == r"x = \begin{cases} a & y = 1 \\ b & y = 2 \end{cases}"


def test_lines_of_aligned_equations_are_kept_apart() -> None:
    both = printed(*line("x=y"), *line("a=b", 0.0, 118.0))

    assert latex_of(both) == r"\begin{gathered} x = y \\ a = b \end{gathered}"


def test_the_printed_number_is_no_part_of_the_formula() -> None:
    assert latex_of(printed(*line("x=y"), *line("(12)", 200.0)), "12") == "x = y"


@pytest.mark.parametrize(
    "odd",
    [
        glyph("abreve", 28.0),
        glyph("z", 28.0, font="ABCDEF+Unknown"),
        glyph("z", 28.0, 97.0),
        glyph("z", 14.0),
        glyph("z", 60.0, 95.9, size=7.0),
        glyph("parenleftbigg", 28.0, 85.9, font="CMEX10"),
    ],
    ids=["unknown glyph", "unknown font", "between lines", "over a letter", "far script", "bracket not closed"],
)
def test_what_no_rule_explains_is_not_read(odd: Glyph) -> None:
    with pytest.raises(UncertainError):
        latex_of(printed(*line("x=y"), odd), "1" if odd.name == "parenleftbigg" else None)


def test_words_in_italics_are_no_product() -> None:
    word = [glyph(letter, 14.0 + 4.6 * at, font="Times-Italic") for at, letter in enumerate("exp")]

    with pytest.raises(UncertainError):
        latex_of(printed(glyph("x", 0.0, font="Times-Italic"), *line("=", 7.0), *word))


def _paper(*texts: str) -> PaperContent:
    """Return a paper of blocks as wide as a column, 40 pt apart; a text with "=" is an equation."""
    blocks = tuple(
        Block(
            id=BlockId(f"b{index}"),
            kind="equation" if "=" in text else "paragraph",
            text=text,
            start=0,
            end=len(text),
            page_number=1,
            boxes=(Box(0.0, 92.0 + 40 * index, 300.0, 103.0 + 40 * index),),
            lines=(Line(page_number=1, start=0, end=len(text), words=(Word(0, len(text), 0.0, 300.0),)),),
        )
        for index, text in enumerate(texts)
    )
    equations = tuple(Equation(text=block.text, block_id=block.id) for block in blocks if block.kind == "equation")
    return PaperContent(source_format="pdf", blocks=blocks, equations=equations)


def test_each_equation_of_a_page_gets_its_own_latex() -> None:
    marks = Marks((*line("x=y"), *line("a=b", 0.0, 140.0)), ())

    read = with_latex(_paper("x = y", "a = b"), lambda _page, _bands: marks)

    assert [equation.latex for equation in read.equations] == ["x = y", "a = b"]


def test_an_equation_with_a_stray_glyph_of_another_block_has_no_latex() -> None:
    marks = Marks((*line("x=y"), glyph("n", 8.0, 108.0, size=7.0), *line("text", 0.0, 140.0)), ())

    read = with_latex(_paper("x = y", "text"), lambda _page, _bands: marks)

    assert read.equations[0].latex is None


def test_glyphs_that_are_nowhere_leave_the_equation_without_latex() -> None:
    nowhere = glyph("radical", 14.0, font="CMSY10")._replace(ink=(float("nan"),) * 4, size_pt=0.0)

    read = with_latex(_paper("x = y"), lambda _page, _bands: Marks((*line("x=y"), nowhere), ()))

    assert read.equations[0].latex is None


def test_a_page_without_marks_leaves_its_equations_as_they_are() -> None:
    paper = _paper("x = y")

    assert with_latex(paper, lambda _page, _bands: None) == paper
