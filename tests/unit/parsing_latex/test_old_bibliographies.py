"""Bibliographies as biblatex wrote them before version 3, and entries that lack what they should have."""

from __future__ import annotations

import pytest
from unit.parsing_latex.reading import read

from scholarai.parsing.bibliography import Bibliography, read_or_empty
from scholarai.parsing.latex.biblatex import read_biblatex

OLD = r"""\entry{doe}{article}{}
  \name{author}{2}{}{%
    {{}%
     {Doe}{D.}%
     {Jane~M.}{J.~M.}%
     {}{}%
     {}{}}%
    {{hash}{CERN}{C.}{}{}{}{}{}{}}%
  }
  \field{title}{On {T}hings} \field{year}{2001}
\endentry"""


def test_names_by_their_places_are_read() -> None:
    content = read(r"See \cite{doe}. \printbibliography", main_bbl=r"\datalist[entry]{x}" + OLD + r"\enddatalist")

    assert [(r.id, r.raw) for r in content.references] == [("doe", "Jane M. Doe, CERN (2001). On Things")]


@pytest.mark.parametrize(
    "people",
    ["", "%", "{", "{}", "{{}}", "{{}{}}", "{{hash}{Doe}", "}{", "{{h}{}{}{Jane}{J.}}", "{family=", "{family={}}"],
)
def test_an_entry_without_its_names_is_an_entry(people: str) -> None:
    text = rf"\entry{{doe}}{{article}}{{}} \name{{author}}{{1}}{{}}{{{people}}} \field{{title}}{{On Things}} \endentry"

    assert list(read_biblatex(text)) == ["doe"]


def test_a_file_without_entries_has_none() -> None:
    assert read_biblatex(r"\begin{thebibliography}{9}\bibitem{a} A.\end{thebibliography}") == {}


@pytest.mark.parametrize("error", [ValueError, KeyError, RecursionError, AttributeError])
def test_a_malformed_bibliography_is_noted_and_fails_no_paper(error: type[Exception]) -> None:
    def fail() -> Bibliography:
        raise error

    noted: list[str] = []
    found = read_or_empty(fail, lambda code, detail: noted.append(f"{code}: {detail}"))

    assert found.entries == {}
    assert noted == [f"bibliography_unreadable: the list of references could not be read ({error.__name__})"]
