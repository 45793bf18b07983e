"""Words of two texts correspond in order, whatever stands on one side alone, in time that grows with their number."""

from __future__ import annotations

import random
import time

import pytest

from scholarai.parsing.aligning.join import WordRange, find_moved
from scholarai.parsing.aligning.matching import matched

_CHANCE = random.Random(7)
TEXT = [f"word{_CHANCE.randrange(400)}" for _ in range(3_000)]


def test_equal_words_correspond_in_rising_order() -> None:
    printed = [word for word in TEXT if _CHANCE.random() > 0.1]
    printed[500:500] = ["running", "head", "of", "a", "page"]

    found = matched(TEXT, printed)

    assert all(TEXT[at] == printed[other] for at, other in found.items())
    assert [found[at] for at in sorted(found)] == sorted(set(found.values()))
    assert len(found) > 0.97 * (len(printed) - 5)


def test_a_block_that_stands_elsewhere_is_found_there() -> None:
    words = [f"w{number}" for number in range(200)]
    printed = [*words[:50], *words[80:], *words[50:80]]
    found = matched(words, printed)

    find_moved(words, printed, found, [WordRange(0, 50, False), WordRange(50, 80, True), WordRange(80, 200, False)])

    assert [printed[found[at]] for at in range(200)] == words


def test_two_blocks_never_share_a_printed_word() -> None:
    words = [*"some words twice in the source".split()] * 2
    found = matched(words, [])

    find_moved(words, words[:6], found, [WordRange(0, 6, True), WordRange(6, 12, True)])

    assert sorted(found.values()) == [0, 1, 2, 3, 4, 5]


@pytest.mark.slow
@pytest.mark.parametrize("vocabulary", [1, 3, 2_000])
def test_fifty_thousand_words_take_seconds(vocabulary: int) -> None:
    chance = random.Random(3)
    words, printed = ([f"w{chance.randrange(vocabulary)}" for _ in range(50_000)] for _ in range(2))
    began = time.process_time()

    find_moved(words, printed, matched(words, printed), [WordRange(at, at + 50, True) for at in range(0, 50_000, 50)])

    assert time.process_time() - began < 10
