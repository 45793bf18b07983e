"""Classes of words and phrases: whether a word belongs to one, or a clause begins with a member."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence


class WordClass:
    """A class of words; an entry that ends in `*` stands for all words that begin like it."""

    __slots__ = ("_stems", "_words")

    def __init__(self, entries: str) -> None:
        self._words = frozenset(entry for entry in entries.split() if entry[-1] != "*")
        self._stems = tuple(entry[:-1] for entry in entries.split() if entry[-1] == "*")

    def __contains__(self, form: str) -> bool:
        return form in self._words or (bool(self._stems) and form.startswith(self._stems))

    def meets(self, forms: Iterable[str]) -> bool:
        """Tell whether one of the words belongs to the class."""
        return any(form in self for form in forms)


class Phrases:
    """Phrases of one or more words."""

    __slots__ = ("_by_first",)

    def __init__(self, entries: str) -> None:
        self._by_first: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        for entry in entries.split(","):
            words = tuple(entry.split())
            self._by_first[words[0]].append(words)

    def length_at(self, forms: Sequence[str], at: int = 0) -> int:
        """Return the length in words of the longest phrase that begins at a word, 0 if none does."""
        if at >= len(forms) or forms[at] not in self._by_first:
            return 0
        found = [len(words) for words in self._by_first[forms[at]] if tuple(forms[at : at + len(words)]) == words]
        return max(found, default=0)

    def begin(self, forms: Sequence[str]) -> bool:
        """Tell whether the words begin with one of the phrases."""
        return self.length_at(forms) > 0
