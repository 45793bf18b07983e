"""The passages that are found in one paper for a question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.retrieval.making import EMBEDDER, find, searched

from scholarai.domain.content import PaperContent
from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.parsing.markdown import read_markdown
from scholarai.retrieval.index import index_paper
from scholarai.retrieval.ranking import MATCHED, SIGNALS, Weights, rank_sentences
from scholarai.retrieval.search import SearchedPaper, search_paper
from scholarai.retrieval.vectors import ChunkSet

NOTHING = dict.fromkeys(SIGNALS, 0.0)
EARLY, LATE = NOTHING | {"early": 1.0}, NOTHING | {"early": -1.0}


def ranked_texts(content: PaperContent) -> list[str]:
    index = searched(content).index
    return [index.text[start:end] for start, end in zip(index.starts, index.ends, strict=True)]


@pytest.mark.parametrize("vectors", [True, False])
def test_the_passage_with_the_answer_comes_first(vectors: bool) -> None:
    found = find("How many workers were marked with paint?", vectors=vectors)

    assert "We marked 4,000 workers with paint" in found.evidence[0].text


def test_vectors_find_what_shares_no_word_with_the_question() -> None:
    first = find("opening of the container", vectors=True).evidence[0]

    assert "Each box had an entrance" in first.text


def test_passages_are_letter_for_letter_what_stands_at_their_range() -> None:
    text = bee_paper().text()
    evidence = find("scouts and their dance", k=10).evidence

    assert all(text[item.start : item.end] == item.text for item in evidence)


def test_passages_do_not_overlap_and_keep_the_limit() -> None:
    evidence = sorted(find("quorum of scouts", k=20).evidence, key=lambda item: item.start)

    assert all(a.end <= b.start for a, b in pairwise(evidence))
    assert all(len(item.text) <= CHUNK_CHARACTERS for item in evidence)


def test_passages_are_numbered_from_one_in_their_order() -> None:
    assert [item.number for item in find("quorum", k=4).evidence] == [1, 2, 3, 4]


def long_paper() -> PaperContent:
    """Return a paper of some forty passages whose words differ from section to section."""
    sentence = "Scouts of colony {n} dance for site {m} while worker {n} of swarm {m} waits for a quorum near box {n}. "
    sections = [f"## Trial {n}\n\n{''.join(sentence.format(n=n, m=m) for m in range(30))}" for n in range(30)]
    return read_markdown("# Bees\n\n" + "\n\n".join(sections), bibliographies={})


def test_a_paper_of_one_section_has_ten_passages_none_of_them_twice() -> None:
    sentence = "Worker {n} waits for a quorum of scouts near box {n} while the swarm of colony {n} sleeps. "
    paper = searched(read_markdown(f"# Bees\n\n{''.join(sentence.format(n=n) for n in range(400))}", bibliographies={}))

    evidence = sorted(search_paper(paper, "Who waits near box 7?", None, k=10).evidence, key=lambda item: item.start)
    assert len(evidence) == 10
    assert all(a.end <= b.start for a, b in pairwise(evidence))


def test_the_sentences_that_may_answer_best_are_in_the_passages_wherever_they_stand() -> None:
    paper, question = searched(long_paper()), "Which quorum did worker 7 of swarm 4 wait for?"
    vector = EMBEDDER.embed_query(question)
    ranking = rank_sentences(paper.index, question, vector, Weights(sentences=LATE, passages=EARLY))
    best = paper.index.starts[np.argsort(-ranking.answering, kind="stable")[:3]]

    found = search_paper(paper, question, vector, k=10, weights=Weights(sentences=LATE, passages=EARLY)).evidence
    assert all(any(item.start <= start < item.end for item in found) for start in best)
    assert found[0].start < best.min()


def test_a_passage_knows_its_section_and_its_pages() -> None:
    first = find("How many workers were marked with paint?").evidence[0]

    assert first.section_path == ("Methods",)
    assert 1 in first.page_numbers


def test_a_passage_over_two_sections_bears_the_names_of_both() -> None:
    content = bee_paper()
    titles = {section.id: section.title for section in content.sections}

    for item in find("How do swarms choose, and what was done?", k=20).evidence:
        inside = [b for b in content.blocks if b.start < item.end and b.end > item.start and b.kind != "heading"]
        names = list(dict.fromkeys(titles[b.section_id] for b in inside if b.section_id in titles))
        assert len(names) < 2 or item.section_path == (f"{names[0]} – {names[-1]}",)


def test_bibliography_entries_are_not_found_by_an_authors_name() -> None:
    assert not any("Honeybee democracy" in item.text for item in find("Seeley democracy", k=20).evidence)


def test_the_same_question_always_gets_the_same_passages() -> None:
    assert find("quorum").evidence == find("quorum").evidence


def test_a_paper_without_text_has_no_passages() -> None:
    nothing = PaperContent(source_format="pdf")
    paper = SearchedPaper(paper_id=searched().paper_id, index=index_paper(nothing, ChunkSet(chunks=())))

    assert search_paper(paper, "bees?", None, k=5).evidence == ()


def test_vectors_of_another_space_are_not_mixed() -> None:
    with pytest.raises(DimensionMismatchError):
        search_paper(searched(), "bees", np.ones(3, dtype=np.float32), k=5)


def test_a_table_without_full_stops_is_found_by_its_cells() -> None:
    rows = "\n".join(f"gene{n} {n * 3} {n * 7}" for n in range(400))
    blocks = bee_paper().blocks
    long = replace(blocks[-3], kind="table", text=rows, end=blocks[-3].start + len(rows), lines=(), boxes=())
    content = replace(bee_paper(), blocks=(*blocks[:-3], long))

    assert "gene357 1071" in find("gene357", content=content, vectors=False).evidence[0].text


def test_a_vector_is_not_needed_where_the_paper_has_none() -> None:
    found = search_paper(searched(vectors=False), "quorum", EMBEDDER.embed_query("quorum"), k=2)

    assert "quorum" in found.evidence[0].text


def test_of_two_passages_that_say_the_same_the_earlier_one_comes_first() -> None:
    content = bee_paper()
    told = "Robber flies were never seen at any of the five sites."
    (first, last) = (next(b for b in content.blocks if words in b.text) for words in ("4,000 workers", "Swarms choose"))
    blocks = tuple(
        replace(block, text=told.ljust(len(block.text), " "), lines=(), boxes=()) if block in (first, last) else block
        for block in content.blocks
    )

    paper, words = searched(replace(content, blocks=blocks), vectors=False), NOTHING | {"covered": 1.0}
    weights = Weights(sentences=words, passages=words)
    evidence = search_paper(paper, "Were robber flies seen?", None, k=3, weights=weights).evidence

    assert evidence[0].start <= first.start < evidence[0].end


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who paid for this?", "supported by a grant"),
        ("Who gave the money?", "supported by a grant"),
        ("What are the weak points?", "small sample"),
        ("Where can I get the code?", "github.com"),
        ("How many bees were there?", "412 bees"),
    ],
)
def test_people_find_what_papers_say_in_other_words(question: str, answer: str) -> None:
    text = """# Dances of bees

## Methods

We filmed the dances of scouts in glass hives. In all, 412 bees were filmed. Each dance was timed twice.

## Discussion

Dances last longer in the morning. Our study is limited by its small sample. Others saw the same in wasps.

## Acknowledgements

The scripts are at https://github.com/bees/dances. This work was supported by a grant of the Bee Foundation. We thank the keepers.
"""
    paper = searched(read_markdown(text, bibliographies={}))
    index = paper.index

    ranking = rank_sentences(index, question, None)

    best = int(ranking.answering.argmax())
    assert answer in index.text[index.starts[best] : index.ends[best]]


def test_the_best_sentences_are_matched_with_the_question_and_only_those() -> None:
    paper, question = searched(long_paper()), "Which quorum did worker 7 of swarm 4 wait for?"
    vector = EMBEDDER.embed_query(question)
    asked: list[str] = []

    def match(sentences: Sequence[str]) -> list[float]:
        asked.extend(sentences)
        return [float(text == asked[-1]) for text in sentences]

    weights = Weights(sentences=NOTHING | {"meaning": 1.0, "match": 9.0}, passages=EARLY)
    ranking = rank_sentences(paper.index, question, vector, weights, match)

    best = int(ranking.answering.argmax())
    assert paper.index.text[paper.index.starts[best] : paper.index.ends[best]] == asked[-1]
    assert len(asked) == MATCHED < len(paper.index.starts)


def test_the_kind_of_a_question_counts_less_the_more_it_says_beside() -> None:
    index = searched(bee_paper()).index
    weights = Weights(sentences=NOTHING | {"signs of the kind": 1.0}, passages=NOTHING)
    best = [
        rank_sentences(index, question, None, weights).answering.max()
        for question in ("What are the main results?", "What are the main results on quorums?")
    ]

    assert best == [1.0, 0.5]


def test_a_search_is_not_sure_where_no_sentence_has_half_of_what_is_asked() -> None:
    assert find("What do volcanoes cost?").weak
    assert not find("How many workers were marked with paint?").weak


def test_a_question_of_stop_words_alone_is_searched_all_the_same() -> None:
    found = find("of the?", vectors=False)

    assert found.evidence
    assert not found.weak
