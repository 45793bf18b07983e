from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.parsing_latex.reading import read, texts

from scholarai.domain.errors import PaperFaultError
from scholarai.parsing.latex import read_latex
from scholarai.parsing.latex.scanning import group_end, group_ends
from scholarai.splitting import split

PIECES = [
    "\\", "{", "}", "$", "$$", "\\[", "\\]", "%", "\n\n", "&", "[", "]", "\\begin{equation}", "\\end{equation}",
    "\\begin{table}", "\\begin{tabular}{l}", "\\end{tabular}", "\\item", "\\cite{a}", "\\ref{", "\\newcommand{\\a}{\\a\\a}",
    "\\a", "\\def\\b{\\b}", "\\input{main}", "\\iftrue", "\\fi", "\\else", "\\verb|", "\\section{", "\\caption{", "\\'",
    "\\scholarformula{99}", "\\scholardisplay{x}", "\\bibitem{", "\\footnote{", "\x00", "word ", "\\end{document}", "\\href",
    "\\multicolumn{2}", "\\begin{thebibliography}", "\\title{", "\\author{", "\\\\", "\\let\\x", "é",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_source_is_read_and_split(pieces: list[str]) -> None:
    content = read("".join(pieces))

    assert all(content.text()[block.start : block.end] == block.text for block in content.blocks)
    split(content, generation=1)


def test_groups_and_environments_that_never_close_lose_no_text() -> None:
    assert texts(read(r"{\bf one \begin{center} two \textit{three")) == ["one two three"]


def test_deep_nesting_is_flattened() -> None:
    assert texts(read("{" * 5_000 + "deep" + "}" * 5_000)) == ["deep"]
    assert texts(read(r"\begin{center}" * 500 + "deep" + r"\end{center}" * 500)) == ["deep"]


def test_bibliographies_inside_entries_of_bibliographies_are_read_once() -> None:
    opening, closing = r"\begin{thebibliography}{9}\bibitem{k%d} Author. Title %d. 2020. ", r"\end{thebibliography}"
    nested = "".join(opening % (level, level) for level in range(30)) + closing * 30

    content = read(rf"As seen in \cite{{k0}}. {nested}")

    assert [reference.id for reference in content.references] == ["k0"]
    assert content.references[0].raw == "Author. Title 0. 2020."


@pytest.mark.parametrize(
    "command", [r"\cite[", r"\section[", r"\item[", r"\\[", r"\footnote[{", r"\begin{quote}[", r"\cite[ [ "]
)
def test_options_that_never_close_are_read_once(command: str) -> None:
    content = read(f"Before. {f'{command}x ' * 60}\n\nAfter.")

    assert content.text().startswith("Before.")
    assert "After." in content.text()


def test_brackets_that_close_nothing_are_text() -> None:
    content = read(r"On $x$ in [0, 1), see \cite[p. 3]{a}, {[2}, and \textbf{b [} c] d.")

    assert texts(content) == ["On $x$ in [0, 1), see [1, p. 3], [2, and b [ c] d."]


def test_no_latex_file_is_a_fault_with_a_code() -> None:
    with pytest.raises(PaperFaultError) as caught:
        read_latex({"readme.txt": b"hello"})

    assert caught.value.code == "no_main_file"


def test_inputs_cannot_climb_out_of_the_project() -> None:
    content = read(r"\input{../../etc/passwd}\input{/etc/passwd}")

    assert {note.code for note in content.notes} == {"input_missing"}


def test_nothing_of_the_paper_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        read(r"\frac secret \begin{foo} \cite{x}", refs_bib="@unheardof{x, title = secret}")

    assert caplog.records == []


def test_thousands_of_groups_that_never_close_are_searched_once() -> None:
    command = r"\url{a {b} "
    source = command * 300 + "}" + "." * 3_000 + "}"
    starts = range(4, len(command) * 300, len(command))
    group_ends.cache_clear()

    ends = [group_end(source, start) for start in starts]

    assert group_ends.cache_info().misses == 1
    assert ends == [None] * 298 + [len(source), len(command) * 300 + 1]
