"""Macros and inputs that would expand without end: cut off where they begin to, and the rest of the paper is read."""

from __future__ import annotations

import itertools

import pytest

from scholarai.domain.content import PaperContent
from scholarai.parsing.latex import read_latex
from scholarai.parsing.latex.expansion import MOST_PIECES_AT_ONCE

REST = "The rest is fine, and $x$ is small."
_REST_SOURCE = r"\par The rest is \known{}, and $x$ is small."
_DEPTH = 20


def chain(definition: str, leaf: str, use: str = "\\%s ") -> str:
    r"""Return the definitions of a, b … each of which stands for ten uses of the next; the last stands for `leaf`."""
    names = [chr(ord("a") + n) for n in range(_DEPTH + 1)]
    made = [definition % (name, use % after * 10) for name, after in itertools.pairwise(names)]
    return "\n".join([*made, definition % (names[-1], leaf)])


def read(bomb: str, use: str, **files: str) -> PaperContent:
    source = rf"\documentclass{{article}}\newcommand{{\known}}{{fine}}{bomb}\begin{{document}}{use} {_REST_SOURCE}\end{{document}}"
    return read_latex({"main.tex": source.encode()} | {f"{name}.tex": text.encode() for name, text in files.items()})


@pytest.mark.parametrize(
    ("bomb", "use"),
    [
        pytest.param(chain(r"\def\%s{%s}", "more text "), r"\a", id="text"),
        pytest.param(chain(r"\def\%s{%s}", ""), r"\a", id="nothing"),
        pytest.param(chain(r"\def\%s{%s}", r"\unknown"), r"\a", id="unknown commands"),
        pytest.param(chain(r"\def\%s{{%s}}", "x"), r"\a", id="groups"),
        pytest.param(chain(r"\def\%s{%s}", "x^2"), r"$\a$", id="inside a formula"),
        pytest.param(chain(r"\def\%s{%s}", "$x^2"), r"\a", id="formulas that stay open"),
        pytest.param(chain(r"\def\%s{\begin{itemize}\item %s}", "x"), r"\a", id="lists that stay open"),
        pytest.param(
            chain(r"\newenvironment{e%s}{%s}{}", "x", r"\begin{e%s}"), r"\begin{ea}\end{ea}", id="environments"
        ),
    ],
)
def test_the_paper_around_a_bomb_is_read(bomb: str, use: str) -> None:
    content = read(bomb, f"Before. {use}")

    assert [block.text for block in content.blocks][-1].endswith(REST)
    assert "expansion_cut" in [note.code for note in content.notes]
    assert len(content.text()) < 10 * MOST_PIECES_AT_ONCE


def test_a_macro_bomb_is_expanded_once() -> None:
    bomb = chain(r"\def\%s{%s}", "word ")

    once, often = (len(read(bomb, r"\a Text. " * times).text()) for times in (1, 500))

    assert often - once <= 500 * len("Text. ")


def test_many_macros_just_below_the_bound_are_cut_together() -> None:
    names = [f"\\m{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(60)]
    bomb = "".join(rf"\def{name}{{{'{}' * (MOST_PIECES_AT_ONCE // 4)}x}}" for name in names)

    content = read(bomb, " ".join(names))

    assert content.blocks[0].text.count("x") < 50
    assert "expansion_cut" in [note.code for note in content.notes]


def test_files_that_include_files_that_include_files_are_cut_off() -> None:
    files = {chr(97 + n): rf"\input{{{chr(98 + n)}}}" * 10 for n in range(_DEPTH)}

    content = read("", r"\input{a}", **files, **{chr(97 + _DEPTH): "more text "})

    assert content.blocks[-1].text.endswith(REST)
    assert "expansion_cut" in [note.code for note in content.notes]


def test_a_file_that_is_read_twice_is_no_bomb() -> None:
    content = read("", r"\input{part} \input{part}", part=r"Part \known. ")

    assert content.blocks[0].text == "Part fine. Part fine."
    assert content.notes == ()
