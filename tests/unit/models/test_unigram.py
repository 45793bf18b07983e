"""The tokenizer cuts as SentencePiece does with the same vocabulary."""

from __future__ import annotations

from pathlib import Path

import pytest

from scholarai.adapters.models.local.packed import read_packed
from scholarai.adapters.models.local.unigram import MARKS, START, Unigram
from scholarai.adapters.models.local.weights import find_weights

SCORED = {"▁": -4.0, "▁data": -3.0, "▁da": -1.0, "ta": -1.0, "set": -4.0, "中": -6.0, "文": -6.0, "中文": -11.0}
PIECES = ["<s>", "<pad>", "</s>", "<unk>", *SCORED]


@pytest.fixture
def tokenizer() -> Unigram:
    ids = {piece.encode(): index for index, piece in enumerate(PIECES) if index >= MARKS}
    return Unigram(ids, [0.0] * MARKS + list(SCORED.values()), {0xA0: " ", 0x200B: "", ord("ﬅ"): "set"})


def pieces(tokenizer: Unigram, text: str) -> list[str]:
    return [PIECES[index] for index in tokenizer.ids(text)]


def test_the_likeliest_pieces_are_taken_not_the_longest(tokenizer: Unigram) -> None:
    assert pieces(tokenizer, "dataset") == ["▁da", "ta", "set"]
    assert pieces(tokenizer, "中文") == ["▁", "中文"]


def test_every_word_begins_with_a_space_of_its_own(tokenizer: Unigram) -> None:
    assert pieces(tokenizer, "  data\u00a0data \n") == ["▁da", "ta", "▁da", "ta"]


def test_characters_are_cleaned_before_a_word_is_cut(tokenizer: Unigram) -> None:
    assert pieces(tokenizer, "da\u200btaﬅ") == ["▁da", "ta", "set"]


def test_unknown_characters_that_stand_together_are_one_piece(tokenizer: Unigram) -> None:
    assert pieces(tokenizer, "data\U00013000\ud800中") == ["▁da", "ta", "<unk>", "中"]


def test_marks_written_in_a_paper_are_ordinary_text(tokenizer: Unigram) -> None:
    assert START not in tokenizer.ids("<s>")


def test_a_text_of_white_space_has_no_piece(tokenizer: Unigram) -> None:
    assert tokenizer.ids(" \n\u00a0") == []


def test_a_word_is_cut_alike_when_it_comes_again(tokenizer: Unigram) -> None:
    assert tokenizer.ids("dataset") == tokenizer.ids("dataset")


def test_the_models_own_vocabulary_gives_the_pieces_of_sentencepiece() -> None:
    file = find_weights(Path("/nonexistent"))
    assert file is not None
    tokenizer = Unigram.of_model(read_packed(file))

    found = tokenizer.ids("assessed (n = 1,204) in the randomized trial? Über die Größe 如何测量样本")

    # sentencepiece 0.2.3 and tokenizers 0.23.3 with this vocabulary
    words = [202120, 297, 15, 19, 2203, 25568, 112072, 23, 70, 96759, 29367, 110324, 32]
    assert found == [*words, 16089, 68, 66461, 6, 5733, 182720, 35567, 1516]
    assert 250_001 not in tokenizer.ids("<mask>")
