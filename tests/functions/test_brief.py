"""`GET /papers/{id}/brief`: what a paper is about before anything is asked of it."""

from __future__ import annotations

from functions.answers import check, check_problem
from functions.system import System

from scholarai.domain.ids import PaperId

ARTICLE = rb"""\documentclass{article}
\title{On Kettles}
\begin{document}
\maketitle
\begin{abstract}
Kettles are old. In this paper we present a kettle that boils in two minutes. We show that it boils faster than nine others.
\end{abstract}
\section{Introduction}
Water boils at sea level sooner than on mountains, and nobody knows it better than climbers do.
\section{Shape of the Spout}
A spout that is curved twice pours without a drop beside the cup, which Table~\ref{t} shows for nine kettles.
Table~\ref{t} has all of them.
\begin{table}
\caption{Seconds until nine kettles boil. All of them are new.}\label{t}
\begin{tabular}{ll} Kettle & Seconds \\ Ours & 120 \\ Old & 240 \end{tabular}
\end{table}
\end{document}
"""


def brief(system: System, data: bytes, filename: str) -> dict[str, list[dict[str, object]]]:
    paper_id, event = system.upload(data, filename)
    assert system.send(event).status_code == 200
    return dict(check(system.chat.get(f"/papers/{paper_id}/brief"), "brief_view"))


def test_a_paper_tells_what_it_is_about_in_sentences_of_its_abstract(system: System) -> None:
    told = brief(system, ARTICLE, "kettles.tex")["sentences"]

    assert [(one["verdict"], one["text"]) for one in told] == [
        ("exact", "In this paper we present a kettle that boils in two minutes."),
        ("exact", "We show that it boils faster than nine others."),
    ]


def test_questions_are_made_from_the_paper_s_own_parts(system: System) -> None:
    questions = brief(system, ARTICLE, "kettles.tex")["questions"]

    assert [(one["question"], one["about"]) for one in questions] == [
        ("What does the paper say about “Shape of the Spout”?", ""),
        ("What does Table 1 show?", "Seconds until nine kettles boil"),
        ("What is the main contribution?", ""),
        ("What are the main findings?", ""),
    ]


def test_sentences_of_a_pdf_have_their_boxes_and_every_question_is_answered(system: System, paper_id: PaperId) -> None:
    told = check(system.chat.get(f"/papers/{paper_id}/brief"), "brief_view")

    assert told["sentences"]
    assert all(place["boxes"] for one in told["sentences"] for place in one["places"])
    for one in told["questions"]:
        answer = system.chat.post(f"/papers/{paper_id}/chat", json={"question": one["question"]})
        assert check(answer, "answered")["refusal"] is None, one


def test_a_paper_that_is_not_there_has_none(system: System) -> None:
    check_problem(system.chat.get("/papers/nobody/brief"), 404, "paper_unknown")
