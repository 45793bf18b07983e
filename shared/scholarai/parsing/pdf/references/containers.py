"""Finds the journal or book of a bibliography entry where the chain of labels missed it or broke it off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from scholarai.parsing.pdf.references.borders import BOOK, closes_sentence, is_subtitle, names_journal
from scholarai.parsing.pdf.references.label_runs import labelled, runs_of
from scholarai.parsing.pdf.references.tagging import Label
from scholarai.parsing.pdf.references.thresholds import FIELDS

# A volume, or a mark before it: "28,", "57(2):", "n°63.", "No. 5"; a page alone is none.
_VOLUME = re.compile(r"\(?\d{1,4}(?:[,.;:(/]\S{0,30}|\)?)|(?:n[°o]|no|nr|vol|v)\.?[°]?\d{0,4}[.,:]?", re.IGNORECASE)
_YEAR = re.compile(r"\(?(?:1[5-9]|20)\d\d\W{0,3}")
_PAGES = re.compile(r"pp?\.?|pages?", re.IGNORECASE)
# Publishers of books, people who edited them, and what is no journal although it has a number.
_NO_JOURNAL = re.compile(
    r"\b(?:press|verlag|publish\w{2,4}|books?|[eé]d(?:itions?|s|ited)?|editor\w{0,2}|inc|ltd|gmbh|university|pp?|isbn|chapter|thesis|"
    r"dissertation|rep|report|tr|patent|volume|band|tome|accessed|available|retrieved|trans|january|february|march|april|may|june|"
    r"july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_QUOTES = "\u201d\u2019\"'"
# Names do not end in such a word: "The Journal of".
_OPEN_END = frozenset("of the and for on in de des du la le der die das und et y".split())


def with_journal_after_title(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give words between the title and a volume to the container, where there is none else: "Title. Neuron 70, 855-862."."""
    if "container" in labels or "title" not in labels:
        return list(labels)
    start = len(labels) - [*reversed(labels)].index("title")
    if start < len(labels) and labels[start] == "date":
        start = next((at for at in range(start, len(labels)) if labels[at] != "date"), len(labels))
    stop = next((at for at in range(start, len(words)) if labels[at] == "date" or _is_number(words[at])), len(words))
    name = " ".join(words[start:stop])
    if not 0 < stop - start <= FIELDS.journal_words or not name[0].isupper() or ":" in name or _NO_JOURNAL.search(name):
        return list(labels)
    return labelled(labels, start, stop, "container") if _has_volume(words, labels, stop) else list(labels)


def _is_number(word: str) -> bool:
    return any(map(str.isdigit, word)) or _VOLUME.fullmatch(word) is not None


def _has_volume(words: Sequence[str], labels: Sequence[Label], at: int) -> bool:
    """Tell whether a volume stands at a word, or behind the date that begins there, and pages behind it."""
    while at < len(words) and (_YEAR.fullmatch(words[at]) or (labels[at] == "date" and not words[at][0].isdigit())):
        at += 1
    if at >= len(words) or not _VOLUME.fullmatch(words[at]):
        return False
    behind = words[at + 1 : at + 3]
    if behind and _PAGES.fullmatch(behind[0]) and not any(map(str.isdigit, "".join(behind))):
        return False  # how many pages a book has
    # The pages follow: a report or a patent has one number.
    joined = len(re.findall(r"\d+", words[at])) > 1
    return joined or any(any(map(str.isdigit, word)) and not _YEAR.fullmatch(word) for word in words[at + 1 :])


def with_whole_container(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the words behind a container that ends in "of" to it, up to the end of their run: "The Journal of sports medicine."."""
    runs = runs_of(labels)
    for run, following in pairwise(runs):
        goes_on = run.label == "container" and words[run.stop - 1].lower() in _OPEN_END
        if goes_on and following.label == "title":
            return labelled(labels, following.start, following.stop, "container")
    return list(labels)


def with_journal_before_numbers(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Label the last sentence before volume and pages as journal, and the words between it and the title as title.

    In "Use of nets in | Kenya, 1999-2004. Lancet 288: 17" the chain ended the title at the bar.
    """
    stop = len(words)
    while stop and (any(map(str.isdigit, words[stop - 1])) or _PAGES.fullmatch(words[stop - 1])):
        stop -= 1
    title = next((run for run in reversed(runs_of(labels[:stop])) if run.label == "title"), None)
    if title is None or len(words) - stop < FIELDS.least_numbers:
        return list(labels)
    if not {*labels[title.stop : stop]} <= {"container", "other"}:
        return list(labels)
    ends = (at for at in range(stop - 1, title.stop, -1) if closes_sentence(words, at) or _closes_number(words, at))
    start = next(ends, title.stop)
    if not _goes_on(words, title.stop, start) or not _is_name(words[start:stop]):
        return list(labels)
    return labelled(labelled(labels, title.stop, start, "title"), start, stop, "container")


def _closes_number(words: Sequence[str], stop: int) -> bool:
    """Tell whether a number with a full stop ends a sentence before the word at `stop`."""
    last = words[stop - 1]
    return last[-1] == "." and last[-2:-1].isdigit() and words[stop][0].isupper()


def _goes_on(words: Sequence[str], start: int, stop: int) -> bool:
    """Tell whether words behind a title, up to the end of a sentence, are the rest of it."""
    rest = words[start:stop]
    if not rest or any(map(BOOK.fullmatch, rest)) or any(word[-1] == "." for word in rest[:-1]):
        return False
    if words[start - 1][-1] in _QUOTES or names_journal(rest[: FIELDS.journal_first_words]):
        return False
    return words[start - 1][-1] not in ".!" or is_subtitle(rest)


def _is_name(words: Sequence[str]) -> bool:
    """Tell whether words may name a journal."""
    signs = "".join(words)
    return (
        words[0][0].isupper()
        and len(words) <= FIELDS.journal_words
        and ":" not in signs
        and not any(map(str.isdigit, signs))
    )
