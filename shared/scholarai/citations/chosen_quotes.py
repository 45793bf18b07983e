"""Resolves the words that a model chose from its excerpts in a JSON reply: named by sentence ids, or copied."""

from __future__ import annotations

from scholarai.citations.grounding import proves
from scholarai.citations.parser import read_ids
from scholarai.domain.sentences import SentenceId, ShownExcerpts
from scholarai.domain.values import Value

# What models put around ids.
_AROUND = "[](){}<>【】\"'“” \n"


class Chosen(Value, frozen=True, kw_only=True):
    """Words of excerpt `number`; `at` is their offset in it, None where no such excerpt was shown."""

    number: int
    text: str
    at: int | None


def chosen_words(sentences: str, excerpt: int, copied: str, shown: ShownExcerpts) -> list[Chosen]:
    """Return the words that a reply names or copies; empty where it does neither.

    A copy counts where it stands in its excerpt, since it is more precise; else the named sentences, whose
    words are the paper's; else the copy as it was written, which the caller must ground.

    Args:
        sentences: One or several ids such as "3.2" and "3.2-3.4"; a number alone is a sentence of `excerpt`.
        excerpt: The number of the excerpt.
        copied: The words that were copied.
        shown: The excerpts.
    """
    copied = copied.strip()
    if copied and _stands(copied, shown.texts.get(excerpt, "")):
        return [_copied(copied, excerpt, shown)]
    places = (place for one in _named(sentences, excerpt) for place in shown.places(one))
    named = [Chosen(number=number, text=shown.texts[number][slice(*span)], at=span[0]) for number, span in places]
    if named or not copied:
        return named
    return [_copied(copied, excerpt, shown)]


def named_words(sentences: str, part: str | None, shown: ShownExcerpts) -> list[Chosen]:
    """Return the words of a reply that names sentences, or copies a `part` of them, as `chosen_words` does.

    A part without a sentence is looked for in all excerpts; one that is too short to prove anything stands for its sentences.
    """
    named = chosen_words(sentences, 0, "", shown)
    copied = (part or "").strip()
    numbers = [one.number for one in named] or list(shown.texts)
    if not copied or not numbers or (named and not proves(copied)):
        return named
    holding = (number for number in numbers if _stands(copied, shown.texts[number]))
    return chosen_words(sentences, next(holding, numbers[0]), copied, shown)


def _named(sentences: str, excerpt: int) -> tuple[SentenceId, ...]:
    named = read_ids(sentences.strip(_AROUND))
    alone = (SentenceId(excerpt, number, number) for number in named.numbers if number != excerpt)
    return named.sentences or tuple(alone)


def _copied(text: str, excerpt: int, shown: ShownExcerpts) -> Chosen:
    found = shown.texts.get(excerpt)
    return Chosen(number=excerpt, text=text, at=None if found is None else _place(text, found))


def _stands(words: str, text: str) -> bool:
    return " ".join(words.split()) in " ".join(text.split())


def _place(words: str, text: str) -> int:
    """Return where words, or the words most similar to them, begin in a text."""
    at = text.find(words)
    if at >= 0:
        return at
    from rapidfuzz import fuzz  # imported on the first changed quote: most replies have none

    found = fuzz.partial_ratio_alignment(words, text)
    return found.dest_start if found is not None and len(words) <= len(text) else 0
