"""Moves the border between authors, title and journal to where an entry prints it: a quote or a sentence's end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.parsing.pdf.references.label_runs import labelled, runs_of
from scholarai.parsing.pdf.references.tagging import Label
from scholarai.parsing.pdf.references.thresholds import FIELDS

# The word before the title of a book.
BOOK = re.compile(r"in:?", re.IGNORECASE)
# A journal's own name may have two sentences: "Journal of Print. Series B".
_NAMES_JOURNAL = re.compile(
    r"\b(?:journal|proceedings|annals|transactions|bulletin|reviews?|letters|archives|advances|series|notes)\b",
    re.IGNORECASE,
)


def with_all_of_the_quote(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Label the first quotation as the title and, in an entry that begins with names, the words before it as authors."""
    start = next((at for at, word in enumerate(words) if word[0] == "\u201c"), 0)
    stop = next((at + 1 for at in range(start, len(words)) if "\u201d" in words[at][-2:]), 0)
    before = {*labels[:start]}
    if (
        not start
        or stop - start < FIELDS.quoted_words_after_names
        or labels[0] != "author"
        or "date" in before
        or "other" in before
    ):
        return list(labels)
    if "title" in labels[stop:] or "title" not in labels[:stop]:
        return list(labels)
    return labelled(labelled(labels, 0, start, "author"), start, stop, "title")


def with_journal_alone(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give what precedes the last sentence of a journal's words to the title that they follow: "Title. Subtitle. J Print 9"."""
    runs = runs_of(labels)
    at = next((at for at, run in enumerate(runs) if run.label == "container"), 0)
    if not at or runs[at - 1].label != "title" or "editor" in labels or BOOK.fullmatch(words[runs[at].start]):
        return list(labels)
    if len(words) - runs[at].stop > FIELDS.words_behind_journal:
        return list(labels)
    start = runs[at].start
    ends = [stop for stop in range(start + FIELDS.subtitle_words, runs[at].stop) if closes_sentence(words, stop)]
    return labelled(labels, start, ends[-1], "title") if ends and is_subtitle(words[start : ends[-1]]) else list(labels)


def is_subtitle(words: Sequence[str]) -> bool:
    """Tell whether words read as a sentence: some are lowercase, none is abbreviated, and none belongs to journals' names."""
    small = any(word[0].islower() for word in words)
    return small and not any(word[-1] == "." for word in words[:-1]) and not names_journal(words)


def names_journal(words: Sequence[str]) -> bool:
    """Tell whether one of the words is usual in journals' names."""
    return _NAMES_JOURNAL.search(" ".join(words)) is not None


def closes_sentence(words: Sequence[str], stop: int) -> bool:
    """Tell whether one sentence ends and another begins before the word at `stop`; abbreviations end no sentence."""
    last = words[stop - 1]
    ended = last.rstrip("\u201d\u2019)\"'")[-1:] in {".", "?", "!"} or last.endswith((".", "?", "!"))
    begins = stop == len(words) or not words[stop][0].islower()
    return ended and begins and is_word(last)


def is_word(word: str) -> bool:
    """Tell whether a word has more letters than most abbreviations and initials."""
    return sum(map(str.isalpha, word)) > FIELDS.abbreviation_letters


def with_title_in_one_piece(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Label the words between two pieces of a title as title if a journal with its volume follows the second piece."""
    runs = runs_of(labels)
    pieces = [at for at, run in enumerate(runs) if run.label == "title"]
    if len(pieces) < 2 or pieces[-1] + 2 >= len(runs) or runs[pieces[-1] + 1].label != "container":
        return list(labels)
    first, last, journal = runs[pieces[0]], runs[pieces[-1]], runs[pieces[-1] + 1]
    between = range(first.stop, last.start)
    if any(labels[at] == "editor" or BOOK.fullmatch(words[at]) for at in between):
        return list(labels)
    if not any(map(str.isdigit, words[journal.stop])) or len(words) - journal.stop > FIELDS.words_behind_journal:
        return list(labels)
    return labelled(labels, first.stop, last.start, "title")
