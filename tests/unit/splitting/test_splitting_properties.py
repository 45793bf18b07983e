from __future__ import annotations

import re
from itertools import count, pairwise

from hypothesis import given
from hypothesis import strategies as st
from unit.splitting.papers import Piece, paper

from scholarai.domain.content import BlockKind, Chunk, CiteSpan, PaperContent
from scholarai.domain.ids import ReferenceId
from scholarai.splitting import cut_windows, split
from scholarai.splitting.windows import sentence_windows

LIMIT = 2_000
KINDS: list[BlockKind] = [
    "paragraph",
    "heading",
    "list_item",
    "equation",
    "caption",
    "table",
    "footnote",
    "code",
    "theorem",
    "reference",
]
SECTIONS = ["methods", "data", "results", None]
PARENTS = {"methods": None, "data": "methods", "results": None}
WORDS = [
    "We",
    "e.g.",
    "Fig. 2",
    "Table 1",
    "et al.",
    "the",
    "x = 1.5",
    "Eq. (3)",
    "$a_b$.",
    "lasers.",
    "done!",
    "(ok).",
    "。",
    "12",
]


@st.composite
def pieces(draw: st.DrawFn) -> list[Piece]:
    """Blocks in which each word carries a number of its own, so that a lost word shows."""
    number = count()
    blocks: list[Piece] = []
    for kind in draw(st.lists(st.sampled_from(KINDS), max_size=14)):
        words = draw(st.lists(st.sampled_from(WORDS), max_size=12)) * draw(st.sampled_from([1, 1, 5, 25]))
        glue = draw(st.sampled_from([" ", " ", "\n", ""]))
        blocks.append((kind, glue.join(f"{word} w{next(number)}q" for word in words), draw(st.sampled_from(SECTIONS))))
    return blocks


@st.composite
def papers(draw: st.DrawFn) -> PaperContent:
    content = paper(draw(pieces()), parents=dict(PARENTS), source_format=draw(st.sampled_from(["pdf", "latex"])))
    spans = [
        CiteSpan(block_id=block.id, start=found.start(), end=found.end(), reference_ids=(ReferenceId("r"),))
        for block in content.blocks
        for found in re.finditer(r"w\d+q", block.text)
        if draw(st.integers(0, 9)) == 0
    ]
    return PaperContent(
        source_format=content.source_format, sections=content.sections, blocks=content.blocks, cite_spans=tuple(spans)
    )


def squash(text: str) -> str:
    return "".join(text.split())


@given(pieces())
def test_every_word_of_a_paper_stands_in_some_chunk(blocks: list[Piece]) -> None:
    content = paper(blocks, parents=dict(PARENTS))

    chunked = " ".join(chunk.text for chunk in split(content, generation=1))

    assert set(re.findall(r"w\d+q", content.text())) <= set(re.findall(r"w\d+q", chunked))


@given(st.text(max_size=6_000), st.sampled_from(["paragraph", "code", "reference", "footnote", "caption"]))
def test_the_chunks_of_one_block_are_slices_that_together_cover_it(text: str, kind: str) -> None:
    content = paper([(kind, text, None)])  # type: ignore[list-item]  # kinds as plain texts

    covered: set[int] = set()
    for chunk in split(content, generation=1):
        assert chunk.text == text[chunk.start : chunk.end]
        covered.update(range(chunk.start, chunk.end))
    assert {k for k, character in enumerate(text) if not character.isspace()} <= covered


@given(papers())
def test_no_chunk_is_too_long_unless_one_equation_or_row_is(content: PaperContent) -> None:
    for chunk in split(content, generation=1):
        assert len(chunk.text) <= LIMIT or _is_one_equation_or_row(chunk, content)


@given(papers())
def test_no_equation_and_no_citation_marker_is_cut(content: PaperContent) -> None:
    chunks = split(content, generation=1)

    texts = {block.id: block.text for block in content.blocks}
    holders = {block.id: [chunk.text for chunk in chunks if block.id in chunk.block_ids] for block in content.blocks}
    for block in content.blocks:
        if block.kind == "equation":
            assert not block.text.strip() or any(block.text.strip() in text for text in holders[block.id])
    for span in content.cite_spans:
        assert any(texts[span.block_id][span.start : span.end] in text for text in holders[span.block_id])


@given(papers())
def test_no_chunk_crosses_a_section_border(content: PaperContent) -> None:
    blocks = {block.id: block for block in content.blocks}
    for chunk in split(content, generation=1):
        held = [blocks[name] for name in chunk.block_ids]
        if chunk.kind in {"caption", "table"}:
            continue  # a float belongs where it is mentioned, wherever the page had room for it
        assert len({block.section_id for block in held if block.kind != "heading"}) <= 1


@given(papers())
def test_the_same_paper_gives_the_same_numbered_chunks(content: PaperContent) -> None:
    chunks = split(content, generation=3)

    assert chunks == split(content, generation=3)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert {chunk.total for chunk in chunks} <= {len(chunks)}
    assert sorted(chunk.start for chunk in chunks) == [chunk.start for chunk in chunks]


@given(st.lists(st.sampled_from(WORDS), min_size=1), st.integers(300, 1_200))
def test_chunks_are_filled_where_the_section_allows(words: list[str], sentences: int) -> None:
    text = " ".join(f"The {k}th run of {words[k % len(words)]} gave a result that we keep." for k in range(sentences))

    chunks = split(paper([("paragraph", text, None)]), generation=1)

    assert all(1_500 <= len(chunk.text) <= LIMIT for chunk in chunks)


@given(st.text(max_size=3_000), st.integers(1, 700), st.integers(1, 400))
def test_windows_cover_a_text_in_order_and_keep_their_limit(text: str, limit: int, step: int) -> None:
    windows = cut_windows(text, limit=limit, step=step)

    if not text.strip():
        assert windows == ()
        return
    assert windows[0].start == 0
    assert windows[-1].end == len(text)
    for window, following in pairwise(windows):
        assert window.start < following.start <= window.end < following.end
    assert all(0 < window.end - window.start <= limit for window in windows)


@given(st.text(max_size=3_000), st.integers(1, 60), st.integers(60, 700))
def test_sentence_windows_follow_each_other_and_keep_their_lengths(text: str, shortest: int, longest: int) -> None:
    windows = sentence_windows(text, shortest=shortest, longest=longest)

    assert windows[0].start == 0
    assert windows[-1].end == len(text)
    assert all(window.end == following.start for window, following in pairwise(windows))
    assert all(window.end - window.start < longest + 2 * shortest for window in windows)
    assert len(windows) == 1 or all(window.end - window.start >= shortest for window in windows)


def test_a_short_sentence_is_in_one_window_with_the_next_and_a_last_one_with_the_one_before() -> None:
    text = "Methods. We counted all of the bees in the hive. Nobody else did this before us. See below."

    windows = sentence_windows(text, shortest=25, longest=700)

    found = [text[start:end].strip() for start, end in windows]
    assert found == ["Methods. We counted all of the bees in the hive.", "Nobody else did this before us. See below."]


def _is_one_equation_or_row(chunk: Chunk, content: PaperContent) -> bool:
    blocks = [block for block in content.blocks if block.id in chunk.block_ids]
    if len(blocks) != 1 or blocks[0].kind not in {"equation", "table"}:
        return False
    return blocks[0].kind == "equation" or "\n" not in chunk.text
