from __future__ import annotations

import pytest
from unit.parsing_latex.reading import read, texts

from scholarai.splitting import split


@pytest.mark.parametrize(
    "source",
    [
        r"\begin{equation} a = b \end{equation}",
        r"\begin{align*} a &= b \\ c &= d \end{align*}",
        r"\begin{gather} a \\ b \end{gather}",
        r"\begin{multline} a \\ b \end{multline}",
        r"\begin{eqnarray} a &=& b \nonumber \\ c &=& d \end{eqnarray}",
        r"\[ \text{where $x$ is } y \]",
        "$$ a_{[1]} = 5\\% $$",
    ],
)
def test_displays_are_kept_as_written(source: str) -> None:
    content = read(f"We have {source} here.")

    assert content.equations[0].latex == source
    assert [b.kind for b in content.blocks] == ["paragraph", "equation", "paragraph"]


def test_equations_carry_their_numbers_and_references_find_them() -> None:
    content = read(
        r"\begin{align} a \label{a} \\ b \nonumber \\ c \label{c} \end{align} See \eqref{c}, Eq.~\ref{a}, \cref{c}."
    )

    assert content.equations[0].label == "1, 2"
    assert content.blocks[0].text.endswith("(1) (2)")
    assert texts(content) == ["See (2), Eq. 1, Equation (2)."]


def test_a_label_on_a_row_without_number_names_the_display() -> None:
    content = read(r"\begin{eqnarray} a \label{a} \nonumber \\ b \end{eqnarray} See \eqref{a}.")

    assert content.equations[0].label == "1"
    assert texts(content) == ["See (1)."]


def test_labels_and_references_that_a_paper_gives_a_prefix_of_its_own_meet() -> None:
    own = r"\newcommand{\eqlabel}[1]{\label{eq:#1}}\renewcommand{\eqref}[1]{\ref{eq:#1}}\newcommand{\Eq}[1]{Equation~(\eqref{#1})}"

    content = read(r"\begin{eqnarray}\eqlabel{a} x=1 \end{eqnarray} See \Eq{a}.", preamble=own)

    assert texts(content) == ["See Equation (1)."]


def test_the_commands_that_formulas_use_come_with_them() -> None:
    own = r"\newcommand{\vect}[1]{\strong{#1}}\newcommand{\strong}[1]{\mathbf{#1}}\newcommand{\unused}[1]{#1}"

    content = read(r"We write $\vect{x}$.", preamble=own + r"\newcommand{\norm}[2][2]{\|#2\|_{#1}}")

    assert [(command.name, command.arity, command.body) for command in content.commands] == [
        ("strong", 1, r"\mathbf{#1}"),
        ("vect", 1, r"\strong{#1}"),
    ]


def test_commands_that_use_each_other_come_once() -> None:
    own = r"\newcommand{\ping}[1]{\pong{#1}}\newcommand{\pong}[1]{\ping{#1}}"

    assert [command.name for command in read(r"$\ping{x}$", preamble=own).commands] == ["ping", "pong"]


def test_parts_of_an_equation_share_its_number() -> None:
    body = r"\begin{subequations}\begin{equation}a\label{a}\end{equation}\begin{equation}b\end{equation}\end{subequations}\ref{a}"

    content = read(body)

    assert [e.label for e in content.equations] == ["1a", "1b"]
    assert texts(content) == ["1a"]


def test_symbols_of_the_paper_are_spelled_out_in_formulas_and_functions_kept() -> None:
    preamble = r"\newcommand{\R}{\mathbb{R}}\newcommand{\vct}[1]{\mathbf{#1}}"

    content = read(r"In $\vct{x} \in \R^n$: \[ \vct{y} \in \R \]", preamble=preamble)

    assert texts(content) == [r"In $\vct{x} \in \mathbb{R}^n$:"]
    assert content.equations[0].latex == r"\[ \vct{y} \in \mathbb{R} \]"


def test_macros_may_stand_for_the_ends_of_an_environment() -> None:
    preamble = r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}}"

    content = read(r"So \be a = b \ee holds.", preamble=preamble)

    assert content.equations[0].latex == r"\begin{equation} a = b \end{equation}"


def test_numbers_restart_with_sections_where_the_paper_says_so() -> None:
    body = r"\section{A}\begin{equation}a\end{equation}\section{B}\begin{equation}b\end{equation}"

    content = read(body, preamble=r"\numberwithin{equation}{section}")

    assert [e.label for e in content.equations] == ["1.1", "2.1"]


def test_a_lonely_dollar_spoils_one_paragraph_only() -> None:
    content = read("It costs $ 5 here.\n\nAnd $x$ there.")

    assert texts(content)[-1] == "And $x$ there."


def test_an_equation_stays_whole_in_a_chunk_with_its_sentence() -> None:
    filler = "This sentence fills the section with words that say nothing at all. " * 26
    content = read(rf"\section{{A}}{filler} The sum is \[ s = \sum_k x_k, \] where $k$ counts. {filler}")

    chunks = split(content, generation=1)

    assert any("The sum is" in c.text and r"\sum_k x_k" in c.text and "where $k$ counts." in c.text for c in chunks)
