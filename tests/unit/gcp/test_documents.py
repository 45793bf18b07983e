"""Names and values that Firestore can have."""

from __future__ import annotations

import pytest

from scholarai.adapters.gcp.documents import can_be_id


@pytest.mark.parametrize("text", ["", ".", "..", "a/b", "__x__", "____", "x" * 1_501, "é" * 751, "\ud800"])
def test_some_texts_can_name_no_document(text: str) -> None:
    assert not can_be_id(text)


@pytest.mark.parametrize("text", ["a", "...", "__x", "x__", "é" * 750, "a b", "\x00", "p1\n"])
def test_most_texts_can_name_a_document(text: str) -> None:
    assert can_be_id(text)
