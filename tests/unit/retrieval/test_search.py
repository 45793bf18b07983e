"""The passages that are found in one paper for a question."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
from doubles.written import ABSTRACT, bee_paper
from unit.retrieval.making import EMBEDDER, find, searched

from scholarai.domain.content import PaperContent
from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.parsing.markdown import read_markdown
from scholarai.retrieval.features import NAMES
from scholarai.retrieval.index import index_paper
from scholarai.retrieval.ranking import FLATTER, Weights, best_passages, rank_sentences, worth_of
from scholarai.retrieval.search import SearchedPaper, search_paper
from scholarai.retrieval.vectors import ChunkSet

NO_OPENING = Weights(opening=0.0)


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


def test_of_ten_passages_two_are_found_by_the_weights_set_by_hand_and_one_elsewhere() -> None:
    paper, question = searched(long_paper()), "Which quorum did worker 7 of swarm 4 wait for?"
    index, ranking = paper.index, rank_sentences(paper.index, question, EMBEDDER.embed_query(question))
    used = np.zeros(len(index.starts), dtype=bool)
    worth = worth_of(index, ranking.sentences)
    learned = list(islice(best_passages(index, worth, used=used), 7))
    score = ranking.first + 0.5 * ranking.rows[:, NAMES.index("after")]
    by_hand = list(islice(best_passages(index, worth_of(index, score, FLATTER), used=used), 2))
    seen = np.isin(index.section_of, index.section_of[used])
    (elsewhere,) = islice(best_passages(index, worth, used=seen), 1)
    found = search_paper(paper, question, EMBEDDER.embed_query(question), k=10).evidence

    assert [item.start for item in found] == [index.starts[span.first] for span in (*learned, *by_hand, elsewhere)]
    assert not {item.section_path for item in found[:9]} & {found[9].section_path}


def test_a_paper_of_one_section_has_ten_passages_none_of_them_twice() -> None:
    sentence = "Worker {n} waits for a quorum of scouts near box {n} while the swarm of colony {n} sleeps. "
    paper = searched(read_markdown(f"# Bees\n\n{''.join(sentence.format(n=n) for n in range(400))}", bibliographies={}))

    evidence = sorted(search_paper(paper, "Who waits near box 7?", None, k=10).evidence, key=lambda item: item.start)
    assert len(evidence) == 10
    assert all(a.end <= b.start for a, b in pairwise(evidence))


def test_three_passages_are_all_found_by_what_was_learned() -> None:
    paper, question = searched(long_paper()), "Which quorum did worker 7 of swarm 4 wait for?"
    vector = EMBEDDER.embed_query(question)
    worth = worth_of(paper.index, rank_sentences(paper.index, question, vector).sentences)
    learned = islice(best_passages(paper.index, worth), 3)

    found = search_paper(paper, question, vector, k=3).evidence
    assert [item.start for item in found] == [paper.index.starts[span.first] for span in learned]


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


def test_a_question_about_the_whole_of_a_short_paper_gets_all_of_it_in_order() -> None:
    evidence = find("Summarize this paper", k=10).evidence
    shown = [item for item in evidence if item.pinned_by]

    assert [item.start for item in shown] == sorted(item.start for item in shown)
    assert "Swarms choose well" in shown[-1].text


def test_a_question_about_the_whole_of_a_long_paper_gets_the_abstract_and_the_conclusion_first() -> None:
    blocks = bee_paper().blocks
    middle = next(block for block in blocks if "4,000 workers" in block.text)
    long = replace(middle, text=middle.text * 40, lines=(), boxes=())
    longer = len(long.text) - len(middle.text)
    moved = (replace(block, start=block.start + longer, end=block.end + longer) for block in blocks)
    content = replace(
        bee_paper(),
        blocks=tuple(
            replace(long, end=middle.end + longer) if old is middle else old if old.start < middle.start else new
            for old, new in zip(blocks, moved, strict=True)
        ),
    )

    evidence = find("What is the main contribution?", content=content, k=8).evidence

    assert evidence[0].text == ABSTRACT
    assert "Swarms choose well" in evidence[1].text


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

    evidence = find("Were robber flies seen?", content=replace(content, blocks=blocks), vectors=False).evidence

    assert evidence[0].start <= first.start < evidence[0].end


def test_words_that_stand_together_as_in_the_question_count_more() -> None:
    content = bee_paper()
    apart = "A cavity was seen beside the swarm."
    together = "The swarm cavity was seen beside."
    early, late = (next(b for b in content.blocks if words in b.text) for words in ("4,000 workers", "Swarms choose"))

    def told(first: str, last: str) -> PaperContent:
        texts = {early.id: first, late.id: last}
        blocks = (
            replace(b, text=texts[b.id].ljust(len(b.text)), lines=(), boxes=()) if b.id in texts else b
            for b in content.blocks
        )
        return replace(content, blocks=tuple(blocks))

    for first, last in ((apart, together), (together, apart)):
        ranking = rank_sentences(searched(told(first, last)).index, "Where is the swarm cavity?", None, NO_OPENING)
        scores = dict(zip(ranked_texts(told(first, last)), ranking.sentences.tolist(), strict=True))
        assert scores[together] > scores[apart]
