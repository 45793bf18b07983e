"""The tokenizer gives the pieces that the Hugging Face tokenizer of the same model gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from scholarai.adapters.models.local.minilm import SEARCHES, WordPiece

PIECES = ["[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", "n", "##n", "=", "3", "中", "文", "σ", "##σ", "."]


@pytest.fixture
def tokenizer() -> WordPiece:
    return WordPiece({piece: index for index, piece in enumerate(PIECES)})


def pieces(tokenizer: WordPiece, text: str) -> list[str]:
    return [PIECES[index] for index in tokenizer.ids(text)]


def test_a_word_is_cut_into_the_longest_known_pieces(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "unaffable") == ["un", "##aff", "##able"]


def test_a_word_with_an_unknown_rest_is_unknown_as_a_whole(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "unx") == ["[UNK]"]


def test_case_and_accents_do_not_matter(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "Café CAFE\u0301") == ["cafe", "cafe"]


def test_punctuation_and_ideographs_stand_alone(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "n=3.中文") == ["n", "=", "3", ".", "中", "文"]


def test_control_characters_vanish_and_odd_spaces_separate(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "n\u200bn\u00a0n\u2003n\x00") == ["n", "##n", "n", "n"]


def test_a_capital_sigma_at_the_end_of_a_word_stays_an_ordinary_one(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "ΣΣ") == ["σ", "##σ"]


def test_a_word_of_more_than_a_hundred_characters_is_unknown(tokenizer: WordPiece) -> None:
    assert pieces(tokenizer, "n" * 100)[0] == "n"
    assert pieces(tokenizer, "n" * 101) == ["[UNK]"]


def test_marks_written_in_a_paper_are_ordinary_text(tokenizer: WordPiece) -> None:
    assert tokenizer.start_id not in tokenizer.ids("[CLS] n")


@pytest.mark.parametrize("repeated", [1, SEARCHES])
def test_a_vocabulary_of_a_file_cuts_as_one_in_memory(tokenizer: WordPiece, tmp_path: Path, repeated: int) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    text = " ".join(f"{PIECES[-1]}{number} un, é\ud800 {' '.join(PIECES)}" for number in range(repeated))

    assert WordPiece.from_file(path).ids(text) == tokenizer.ids(text)
