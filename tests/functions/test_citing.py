"""Bibliographies over HTTP: what papers cite, what cites them, what a library lacks, and the same paper once more."""

from __future__ import annotations

import pytest
from functions.answers import check, check_problem
from functions.system import System

from scholarai.domain.ids import PaperId

CITED = rb"""\documentclass{article}
\title{A Census of Whales in the Northern Sea}
\author{Jane Doe \and Bo Roe}
\date{2019}
\begin{document}
\maketitle
\section{Results}
We counted whales from two ships. Whales swim four hundred kilometres in the summer, as their tracks show.
\end{document}
"""
CITING = rb"""\documentclass{article}
\title{On Mammals}
\author{Ada Poe}
\begin{document}
\maketitle
\section{Introduction}
Whales swim far in the summer~\cite{w}. Seals do not~\cite{s}. Both breathe~\cite{w,s}.
\begin{thebibliography}{9}
\bibitem{w} J. Doe and B. Roe. A census of whales in the northern sea. \emph{Journal of Whales}, 2019.
\bibitem{s} A. Nix. Seals at sea and ashore. \emph{Journal of Seals}, 2001. doi:10.1000/Seals.
\end{thebibliography}
\end{document}
"""


def read(system: System, data: bytes, filename: str) -> PaperId:
    paper_id, event = system.upload(data, filename)
    assert system.send(event).status_code == 200
    return paper_id


@pytest.fixture
def citing(system: System) -> PaperId:
    return read(system, CITING, "mammals.tex")


def test_references_say_where_they_are_cited_and_what_is_there(system: System, citing: PaperId) -> None:
    cited = read(system, CITED, "whales.tex")

    whales, seals = check(system.chat.get(f"/papers/{citing}/references"), "reference_list")["references"]

    assert (whales["number"], whales["paper_id"], whales["relation"], whales["count"]) == (1, cited, "same", 2)
    assert (seals["paper_id"], seals["doi"], seals["count"]) == (None, "10.1000/seals", 2)
    assert whales["mentions"][0]["sentence"].startswith("Whales swim far in the summer")
    related = check(system.chat.get(f"/papers/{cited}/related"), "related_view")
    assert [one["paper_id"] for one in related["cited_by"]] == [citing]


def test_a_citing_sentence_leads_to_a_checked_quote_of_the_cited_paper(system: System, citing: PaperId) -> None:
    cited = read(system, CITED, "whales.tex")

    found = check(system.chat.get(f"/papers/{citing}/references/1/passage"), "cited_passage_view")

    assert found["paper_id"] == cited
    assert found["quote"]["verdict"] == "exact"
    assert "four hundred kilometres in the summer" in found["quote"]["text"]
    check_problem(system.chat.get(f"/papers/{citing}/references/2/passage"), 409, "cited_paper_missing")
    check_problem(system.chat.get(f"/papers/{citing}/references/x/passage"), 404, "reference_unknown")
    check_problem(system.chat.get(f"/papers/{citing}/references/1/passage?mention=0"), 422, "mention_invalid")


def test_what_is_missing_is_listed_until_it_comes(system: System, citing: PaperId) -> None:
    before = check(system.chat.get("/library/missing"), "missing_list")["missing"]
    read(system, CITED, "whales.tex")
    after = check(system.chat.get("/library/missing?limit=5"), "missing_list")["missing"]

    assert len(before) == 2
    assert [(one["doi"], one["count"], one["cited_by"]) for one in after] == [("10.1000/seals", 1, [citing])]


def test_the_same_paper_in_another_file_names_the_first(system: System) -> None:
    first = read(system, CITED, "whales.tex")
    second = read(system, CITED.replace(b"We counted", b"Again we counted"), "whales2.tex")

    assert check(system.status.get(f"/papers/{second}"), "paper_view")["same_as"] == first
    assert check(system.status.get(f"/papers/{first}"), "paper_view")["same_as"] is None
    related = check(system.chat.get(f"/papers/{first}/related"), "related_view")
    assert [one["paper_id"] for one in related["same"]] == [second]
