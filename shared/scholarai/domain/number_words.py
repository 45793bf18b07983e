"""The words of numbers in English."""

from __future__ import annotations

from collections.abc import Mapping

UNDER_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
# The numbers of one word below a hundred, by their words.
NUMBER_WORDS: Mapping[str, int] = {word: value for value, word in enumerate(UNDER_TWENTY)} | {
    word: 10 * ten for ten, word in enumerate(TENS, start=2)
}
