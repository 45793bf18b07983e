"""Every sentence of a paper is found by "Which of these papers says …?", whatever kind of sentence it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from papers import pair, sample

from scholarai import Library
from scholarai.domain.paper import Paper
from scholarai.domain.sentences import sentence_spans
from scholarai.retrieval.terms import STOP_WORDS, question_terms
from scholarai.testing import HashEmbedder

OTHER = "# On Kettles\n\n## Metal\n\nKettles are made of copper. We thank the Tinsmiths' Guild for nine kettles.\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, tuple[Paper, ...]]]:
    folder = tmp_path_factory.mktemp("said")
    (folder / "kettles.md").write_text(OTHER, encoding="utf-8")
    sample.make(folder / "sample.pdf")
    files = (pair.make_pdf(folder / "pair.pdf"), folder / "sample.pdf", folder / "kettles.md")
    with Library(folder / "library", embedder=HashEmbedder()) as opened:
        yield opened, tuple(opened.add(file) for file in files)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("question", ["Which of these papers says “{}”?", "Which paper says that {}?"])
def test_the_paper_of_each_sentence_is_quoted_first(
    library: tuple[Library, tuple[Paper, ...]], number: int, question: str
) -> None:
    opened, papers = library
    sentences = list(sentences_of(opened, papers[number]))

    failed = []
    for sentence in sentences:
        words = sentence if "“" in question else " ".join(w for w in sentence.split() if w.lower() not in STOP_WORDS)
        answer = opened.ask(papers, question.format(words))
        first = answer.sections[0].citations[0].paper_id
        if answer.search is None or (answer.search.outcome, first) != ("passages", papers[number].id):
            failed.append(sentence)

    assert len(sentences) > 1
    assert failed == []


def sentences_of(library: Library, paper: Paper) -> Iterator[str]:
    for block in library.content(paper).blocks:
        if block.kind not in {"heading", "equation", "table"}:
            for start, end in sentence_spans(block.text):
                text = " ".join(block.text[start:end].split())
                if len(question_terms(text)) > 2:
                    yield text
