from __future__ import annotations

import pytest
from unit.parsing_latex.reading import read, texts

from scholarai.domain.content import PaperContent
from scholarai.parsing.bibliography import Bibliography, read_or_empty
from scholarai.parsing.latex.references import read_biblatex

BIB = """@article{doe, author = {Doe, Jane and Roe, R.}, title = {On {T}hings}, year = 2001, journal = apj, doi = {10.1000/x}}
@book{poe, author = "E. A. Poe and {The Ravens} and K{\\"o}nig, A.", title = "Tales", year = 1999}
@misc{unused, title = {Not cited}}"""


def cited(content: PaperContent) -> list[tuple[str, tuple[str, ...]]]:
    blocks = {block.id: block.text for block in content.blocks}
    return [(blocks[span.block_id][span.start : span.end], span.reference_ids) for span in content.cite_spans]


def test_citations_are_linked_to_bibtex_entries() -> None:
    content = read(
        r"As \cite{doe} and \cite[p.~3]{poe,doe} show. \bibliographystyle{unsrt}\bibliography{refs}", refs_bib=BIB
    )

    assert cited(content) == [("[1]", ("doe",)), ("[2, 1, p. 3]", ("poe", "doe"))]
    assert [(r.id, r.label, r.year, r.doi) for r in content.references] == [
        ("doe", "1", 2001, "10.1000/x"),
        ("poe", "2", 1999, None),
    ]
    assert content.references[1].authors == ("E. A. Poe", "The Ravens", "A. König")
    assert texts(content, "reference")[0].startswith("[1] Jane Doe, R. Roe (2001). On Things. Astrophysical Journal")


@pytest.mark.parametrize(
    ("command", "marker"),
    [
        (r"\citet{doe}", "Doe and Roe (2001)"),
        (r"\citep[see][]{poe}", "(see Poe et al. 1999)"),
        (r"\citealp{doe}", "Doe and Roe 2001"),
        (r"\citeauthor{doe}", "Doe and Roe"),
        (r"\citeyear{doe}", "2001"),
        (r"\textcite{doe}", "Doe and Roe (2001)"),
    ],
)
def test_author_year_markers_read_as_printed(command: str, marker: str) -> None:
    content = read(rf"So {command} say. \bibliography{{refs}}", preamble=r"\usepackage{natbib}", refs_bib=BIB)

    assert [text for text, _ in cited(content)] == [marker]


def test_a_printed_bibliography_counts_before_bibtex() -> None:
    bbl = r"""\begin{thebibliography}{9}
    \bibitem[{Doe et~al.(2001)Doe, Roe, and Poe}]{doe} J.~Doe. \newblock On things. \newblock \emph{ApJ}, 2001. doi:10.1000/y.
    \bibitem[Poe(1999)]{poe} E.~Poe. \newblock Tales. \newblock 1999.
    \end{thebibliography}"""

    content = read(r"\citet{doe} \bibliography{refs}", preamble=r"\usepackage{natbib}", main_bbl=bbl, refs_bib=BIB)

    assert [r.id for r in content.references] == ["doe", "poe"]
    assert content.references[0].raw == "J. Doe. On things. ApJ, 2001. doi:10.1000/y."
    assert content.references[0].doi == "10.1000/y"


def test_a_bibliography_of_biber_is_read_without_its_bibtex() -> None:
    bbl = r"""\datalist[entry]{nty/global//global/global}
    \entry{doe}{article}{}
      \name{author}{2}{}{%
        {{hash=1}{family={Doe},\n familyi={D\bibinitperiod},\n given={Jane},\n giveni={J\bibinitperiod}}}%
        {{hash=2}{family={CERN}}}%
      }
      \field{journaltitle}{ApJ} \field{title}{On {T}hings} \field{year}{2001} \field{volume}{7}
      \verb{doi}
      \verb 10.1000/x
      \endverb
    \endentry
    \enddatalist"""

    content = read(r"See \cite{doe}. \printbibliography", main_bbl=bbl)

    assert [(r.id, r.raw, r.doi) for r in content.references] == [
        ("doe", "Jane Doe, CERN (2001). On Things. ApJ, 7. https://doi.org/10.1000/x", "10.1000/x")
    ]


def test_a_cited_key_without_an_entry_is_noted() -> None:
    content = read(r"\cite{lost}")

    assert [note.code for note in content.notes] == ["citations_unresolved"]
    assert [r.raw for r in content.references] == ["lost"]


@pytest.mark.parametrize("package", [r"\usepackage{natbib}", ""])
@pytest.mark.parametrize("command", [r"\citep", r"\citet", r"\citeauthor"])
def test_a_heading_holds_no_key_of_an_unknown_work(package: str, command: str) -> None:
    content = read(rf"\section{{The ERRANT scorer {command}{{lost-etal-2017}}}} Text.", preamble=package)

    assert "lost" not in content.sections[0].title
    assert content.blocks[0].text.startswith("1 The ERRANT scorer")


def test_a_heading_keeps_the_works_that_are_known() -> None:
    bib = "@article{doe, author={Doe, Jane}, title={On Things}, year=2001}"
    content = read(r"\section{Scorers \citep{doe,lost}}", preamble=r"\usepackage{natbib}", refs_bib=bib)

    assert content.sections[0].title == "Scorers (Doe 2001)"


def test_figures_and_tables_have_labels_captions_and_cells() -> None:
    content = read(
        r"""Text before
        \begin{figure}\includegraphics[width=1cm]{a.pdf}\caption{A \emph{nice} figure of $x$.}\label{f}\end{figure}
        goes on, see Fig.~\ref{f} and \autoref{t}.
        \begin{table}\caption{Values}\label{t}
        \begin{tabular}{lr} \toprule Name & \multicolumn{1}{c}{Value} \\ \midrule a & 1 \\[2pt] \cmidrule(lr){1-2} b & 2 \\ \bottomrule \end{tabular}
        \end{table}"""
    )

    assert texts(content) == ["Text before goes on, see Fig. 1 and Table 1."]
    assert [(f.label, f.caption) for f in content.figures] == [("Figure 1", "Figure 1: A nice figure of $x$.")]
    assert content.tables[0].rows == (("Name", "Value"), ("a", "1"), ("b", "2"))
    assert texts(content, "table") == ["Name | Value\na | 1\nb | 2"]


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (r"\includegraphics[width=1cm]{a.pdf}", "a.pdf"),
        (r"\epsfig{file=a.eps,width=1cm}", "a.eps"),
        (r"\psfig{width=1cm, figure = figs/a.ps , angle=90}", "figs/a.ps"),
        (r"\epsfxsize=3in \epsfbox{a.eps}", "a.eps"),
        (r"\epsffile{a}", "a"),
    ],
)
def test_a_figure_names_its_file_by_commands_old_and_new(command: str, file: str) -> None:
    content = read(rf"Text \begin{{figure}}{command}\caption{{A figure.}}\end{{figure}} goes on.")

    assert [figure.files for figure in content.figures] == [(file,)]
    assert texts(content) == ["Text goes on."]


def test_an_algorithm_keeps_its_steps_and_its_formulas() -> None:
    content = read(
        r"""\begin{algorithm}\caption{Sort}\begin{algorithmic}
        \State read $x$ \If{$x>0$} \State keep \EndIf \[ y = x^2 \] \State \Return $y$
        \end{algorithmic}\end{algorithm}"""
    )

    assert content.figures[0].label == "Algorithm 1"
    assert texts(content, "code") == ["read $x$\nif $x>0$\nkeep\nend if", "$y$"]
    assert content.equations[0].latex == r"\[ y = x^2 \]"


@pytest.mark.parametrize(
    ("document_class", "front", "names"),
    [
        ("article", r"\author{Ann Lee\thanks{x} \and Bo M\"uller \\ University of X}", ["Ann Lee", "Bo Müller"]),
        ("article", r"\author{Ann Lee, Bo Wu, and Cy Ng}", ["Ann Lee", "Bo Wu", "Cy Ng"]),
        ("revtex4-2", r"\author{Ann Lee}\author{Bo Wu}\affiliation{Institute of Y}", ["Ann Lee", "Bo Wu"]),
        (
            "llncs",
            r"\author{Ann Lee\inst{1}\orcidID{0000-0001-2345-6789} \and Bo Wu\inst{2}}\institute{X \and Y}",
            ["Ann Lee", "Bo Wu"],
        ),
        (
            "IEEEtran",
            r"\author{\IEEEauthorblockN{Ann Lee}\IEEEauthorblockA{Uni X} \and \IEEEauthorblockN{Bo Wu}}",
            ["Ann Lee", "Bo Wu"],
        ),
        (
            "lipics-v2021",
            r"\author{Ann Lee}{Uni X}{a@x.org}{0000-0001-2345-6789}{}\author{Bo Wu}{Y}{}{}{}",
            ["Ann Lee", "Bo Wu"],
        ),
        (
            "acmart",
            r"\author{Ann Lee}\orcid{0000-0001-2345-6789}\affiliation{\institution{Uni X}}\author{Bo Wu}",
            ["Ann Lee", "Bo Wu"],
        ),
        (
            "article",
            r"\usepackage{authblk}\author[1]{Ann Lee}\author[2]{Bo Wu}\affil[1]{Uni X}\affil[2]{Y}",
            ["Ann Lee", "Bo Wu"],
        ),
        ("article", r"\authors{Ida Moor, B.S., Bo Ma, M.S., and Cy Alder, MPH}", ["Ida Moor", "Bo Ma", "Cy Alder"]),
    ],
)
def test_authors_are_read_in_the_ways_of_the_classes(document_class: str, front: str, names: list[str]) -> None:
    content = read(
        r"\maketitle x",
        preamble=r"\title{A \emph{Title}}" + front,
        document_class=rf"\documentclass{{{document_class}}}",
    )

    assert content.title == "A Title"
    assert [author.name for author in content.authors] == names


def test_affiliations_and_orcids_belong_to_their_author() -> None:
    front = r"\author{Ann Lee}{Uni X}{a@x.org}{0000-0001-2345-6789}{}\author{Bo Wu}{Uni Y}{}{}{}"

    ann, bo = read("x", preamble=front, document_class=r"\documentclass{lipics-v2021}").authors

    assert (ann.orcid, ann.affiliation) == ("0000-0001-2345-6789", "Uni X")
    assert (bo.orcid, bo.affiliation) == (None, "Uni Y")


def test_title_macros_may_be_defined_below_the_title() -> None:
    assert read("x", preamble=r"\title{About \tool{}}\newcommand{\tool}{Splitter}").title == "About Splitter"


def test_identifiers_and_keywords_are_read() -> None:
    content = read("x", preamble=r"\doi{https://doi.org/10.1234/ab.5}\keywords{one, two words; three}\date{May 2020}")

    assert (content.doi, content.year, content.keywords) == ("10.1234/ab.5", 2020, ("one", "two words", "three"))


@pytest.mark.parametrize(
    "preamble",
    [
        "\\newcommand{\\wire}{nanowire}\n\\begin{abstract}\nWe grow a \\wire.\n\\end{abstract}",
        "\\abstract{We grow a nanowire.}",
    ],
)
def test_an_abstract_before_the_document_begins_is_read(preamble: str) -> None:
    content = read("\\maketitle\n\\section{One}\nText.", preamble=preamble)

    assert content.abstract == "We grow a nanowire."
    assert [section.title for section in content.sections] == ["Abstract", "One"]


def test_a_definition_of_the_abstract_is_none() -> None:
    definition = "\\newcommand{\\summary}[1]{\\begin{abstract}#1\\end{abstract}}\\renewcommand{\\abstract}[1]{#1}"

    assert read("\\section{One}\nText.", preamble=definition).abstract is None


def test_a_title_page_set_by_hand_has_its_title_in_the_largest_type() -> None:
    page = r"\begin{titlepage}{\Large A Thesis on Water}\par{\Huge\bfseries Silt}\par{\LARGE Ida Moor}\end{titlepage}"

    assert read(page + " Text.").title == "Silt"


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
