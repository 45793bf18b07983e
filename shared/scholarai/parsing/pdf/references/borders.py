"""Moves the border between authors, title and journal to where an entry prints it: a quote, a year in brackets, a sentence's end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.parsing.pdf.references.runs import labelled, runs_of
from scholarai.parsing.pdf.references.tagging import Label

_YEAR_IN_BRACKETS = re.compile(r"\((?:1[6-9]|20)\d\d[a-z]?\)[.,:]?")
_INITIALS = re.compile(r"[A-Z](?:-?[A-Z]){0,3}[.,;]?")
_FAMILY = re.compile(r"[A-Z][\w\u2019'\-]+")
# A journal's own name may have two sentences: "Journal of Print. Series B".
_NAMES_JOURNAL = re.compile(
    r"\b(?:journal|proceedings|annals|transactions|bulletin|reviews?|letters|archives|advances|series|notes)\b",
    re.IGNORECASE,
)
# "Proc.", "Phys." and "Natl." have no more letters. A guess.
_LONGEST_ABBREVIATION = 4
# A quotation inside of a title is shorter than a title. A guess.
_LEAST_QUOTED = 3
# An entry has its volume, its pages and little else behind its journal. A guess.
_MOST_BEHIND = 4
_LEAST_SUBTITLE = 3


def with_all_of_the_quote(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the first quotation to the title, and what is before it to the authors, where names begin the entry."""
    start = next((at for at, word in enumerate(words) if word[0] == "\u201c"), 0)
    stop = next((at + 1 for at in range(start, len(words)) if "\u201d" in words[at][-2:]), 0)
    before = {*labels[:start]}
    if not start or stop - start < _LEAST_QUOTED or labels[0] != "author" or "date" in before or "other" in before:
        return list(labels)
    if "title" in labels[stop:] or "title" not in labels[:stop]:
        return list(labels)
    return labelled(labelled(labels, 0, start, "author"), start, stop, "title")


def with_year_before_title(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give what stands between names and the year in brackets to the authors: "Keller A, Trial Group (2006) Title."."""
    names = next(iter(runs_of(labels)), None)
    at = next((at for at, word in enumerate(words) if _YEAR_IN_BRACKETS.fullmatch(word)), None)
    if names is None or at is None or names.label != "author" or not names.stop < at < len(words) - 1:
        return list(labels)
    listed = words[names.stop - 1][-1] in ",;"
    if (
        not listed
        or labels[at + 1] != "title"
        or any(closes_sentence(words, stop) for stop in range(names.stop, at + 1))
    ):
        return list(labels)
    return labelled(labelled(labels, 0, at, "author"), at, at + 1, "date")


def with_title_inside_names(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the sentence behind "Keller A." to the title where all of it, or its beginning, was taken for names."""
    names = next(iter(runs_of(labels)), None)
    if names is None or names.label != "author":
        return list(labels)
    end = next((at for at in range(2, names.stop) if words[at - 1][-1] == "."), names.stop)
    if end % 2 or not all(_is_person(words[at : at + 2]) for at in range(0, end, 2)):
        return list(labels)
    title = next((run for run in runs_of(labels) if run.label == "title"), None)
    if end >= names.stop or not _is_text(words[end : names.stop]) or (title and title.start != names.stop):
        return list(labels)
    if title:
        return labelled(labels, end, names.stop, "title")
    stop = next((at for at in range(end + 1, names.stop + 1) if closes_sentence(words, at)), None)
    return labelled(labelled(labels, end, names.stop, "other"), end, stop, "title") if stop else list(labels)


def _is_person(words: Sequence[str]) -> bool:
    """Tell whether two words are a family name and initials: "Keller AB"."""
    return len(words) == 2 and bool(_FAMILY.fullmatch(words[0]) and _INITIALS.fullmatch(words[1]))


def _is_text(words: Sequence[str]) -> bool:
    """Tell whether words are no list of names: none has initials, and no comma parts them."""
    return not any(_INITIALS.fullmatch(word) or word[-1] in ",;" for word in words)


def with_journal_alone(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give what precedes the last sentence of a journal's words to the title that they follow: "Title. Subtitle. J Print 9"."""
    runs = runs_of(labels)
    at = next((at for at, run in enumerate(runs) if run.label == "container"), 0)
    if not at or runs[at - 1].label != "title" or "editor" in labels or len(words) - runs[at].stop > _MOST_BEHIND:
        return list(labels)
    start = runs[at].start
    ends = [stop for stop in range(start + _LEAST_SUBTITLE, runs[at].stop) if closes_sentence(words, stop)]
    return (
        labelled(labels, start, ends[-1], "title") if ends and _is_subtitle(words[start : ends[-1]]) else list(labels)
    )


def _is_subtitle(words: Sequence[str]) -> bool:
    """Tell whether words are a sentence: small words among them, no abbreviation, and no name of a journal."""
    small = any(word[0].islower() for word in words)
    return small and not any(word[-1] == "." for word in words[:-1]) and not _NAMES_JOURNAL.search(" ".join(words))


def closes_sentence(words: Sequence[str], stop: int) -> bool:
    """Tell whether a sentence ends before the word at `stop` in a word that is no abbreviation, and another one begins."""
    last = words[stop - 1]
    ended = last.rstrip("\u201d\u2019)\"'")[-1:] in {".", "?", "!"} or last.endswith((".", "?", "!"))
    begins = stop == len(words) or not words[stop][0].islower()
    return ended and begins and sum(map(str.isalpha, last)) > _LONGEST_ABBREVIATION
