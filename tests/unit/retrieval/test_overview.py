"""The ranges that stand for a whole paper, also for one without an abstract or headings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from doubles.written import bee_paper

from scholarai.domain.content import PaperContent
from scholarai.parsing.latex import read_latex
from scholarai.retrieval.overview import abstract_range, aspect_of, overview_ranges


@pytest.mark.parametrize(
    ("question", "aspect"),
    [
        ("Summarize this paper.", "summary"),
        ("What are the main findings?", "findings"),
        ("What does this paper conclude?", "findings"),
        ("What are the main contributions?", "contributions"),
        ("What are the limitations?", "limitations"),
        ("Does it have weaknesses?", "limitations"),
        ("What do the authors plan next?", "next"),
        ("What comes next?", "next"),
        ("Which future work is suggested?", "next"),
        ("Where can the data be found?", "availability"),
        ("Is the source code publicly available?", "availability"),
        ("Why was the package written?", "need"),
        ("Why did the authors write this R package?", "need"),
        ("What is presented in this study?", "summary"),
    ],
)
def test_a_question_about_the_whole_asks_for_an_aspect(question: str, aspect: str) -> None:
    found = aspect_of(question)

    assert found is not None
    assert found.name == aspect


@pytest.mark.parametrize(
    "question",
    [
        "What does the paper show about bees in winter?",
        "What are the limitations of BERT?",
        "Which box is next to the hive?",
        "Why were the tool marks made?",
        "Where do bees get their food?",
        "Is the data set balanced?",
    ],
)
def test_a_question_about_something_in_it_does_not(question: str) -> None:
    assert aspect_of(question) is None


def test_an_abstract_with_headings_of_its_own_is_found_whole() -> None:
    need = "Swarms of bees must choose one of several nest sites, and nobody knows how they agree."
    found = "Scouts that meet a quorum of twenty at a nest site begin to call the swarm to that site."
    source = rf"""\documentclass{{article}}\begin{{document}}\title{{Of Bees}}\firstpage{{1}}\maketitle
\begin{{abstract}}\section{{Motivation:}} {need}

\section{{Results:}} {found}\end{{abstract}}
\section{{Introduction}} Nest sites are hollow trees.\end{{document}}"""
    content = read_latex({"main.tex": source.encode()})
    start, end = abstract_range(content) or (0, 0)

    assert content.text()[start:end].startswith(need)
    assert content.text()[start:end].endswith(found)
    assert content.blocks[0].text == "Abstract"


def test_a_paper_without_headings_is_summed_up_by_its_beginning_and_end() -> None:
    texts = _texts(_bare(), "Summarize this paper.")

    assert texts[0].startswith("We study how honey bees choose nest sites")
    assert "Swarms choose well" in texts[-1]


def test_what_a_paper_without_headings_says_of_its_limits_comes_first() -> None:
    paper = _bare()
    limits = "Our boxes had a shortcoming: bees cannot tell what we did not offer, and this limitation remains."
    blocks = tuple(
        replace(b, text=limits.ljust(len(b.text))) if "We marked 4,000" in b.text else b for b in paper.blocks
    )

    assert _texts(replace(paper, blocks=blocks), "What are the limitations?")[0].startswith(
        "Our boxes had a shortcoming"
    )


def _bare() -> PaperContent:
    paper = bee_paper()
    blocks = (replace(block, section_id=None) for block in paper.blocks)
    return replace(paper, sections=(), abstract=None, blocks=tuple(blocks))


def _texts(paper: PaperContent, question: str) -> list[str]:
    aspect = aspect_of(question)
    assert aspect is not None
    text = paper.text()
    return [text[start:end] for start, end in overview_ranges(paper, aspect)]
