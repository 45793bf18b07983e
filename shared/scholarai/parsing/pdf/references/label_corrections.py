"""Corrects the labels of an entry's words by what all styles share: where names, titles and journals end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from scholarai.parsing.pdf.references.tagging import Label
from scholarai.parsing.pdf.references.thresholds import FIELDS

_YEAR_ALONE = re.compile(r"[(\[]?(?:1[6-9]|20)\d\d[a-z]?[)\]]?[.,:]?")
_CLOSES_SENTENCE = (".", "?", "!", ".\u201d", ".\u2019", '."')
# The word before the title of a book.
_BOOK = re.compile(r"in:?", re.IGNORECASE)
# A journal's own name may have two sentences: "Journal of Print. Series B".
_NAMES_JOURNAL = re.compile(
    r"\b(?:journal|proceedings|annals|transactions|bulletin|reviews?|letters|archives|advances|series|notes)\b",
    re.IGNORECASE,
)
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
# Names do not end in such a word: "The Journal of".
_OPEN_END = frozenset("of the and for on in de des du la le der die das und et y".split())
_QUOTES = "\u201d\u2019\"'"


class _Run(NamedTuple):
    """Words of one label that follow one another; `stop` is exclusive."""

    label: Label
    start: int
    stop: int


def settled(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Return the labels of an entry's words, corrected where authors and title are parted in the wrong place."""
    found = [
        "date" if label == "title" and _YEAR_ALONE.fullmatch(word) and not at.startswith("title") else label
        for word, label, at in zip(words, labels, ["", *labels], strict=False)
    ]
    for correct in (
        _with_all_of_the_quote,
        _with_group_before_year,
        _with_group_after_names,
        _with_group_first,
        _with_title_to_its_end,
        with_journal_after_title,
        _with_whole_container,
        _with_journal_alone,
        _with_journal_before_numbers,
    ):
        found = correct(words, found)
    return found


def _with_all_of_the_quote(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Label the first quotation as the title and, in an entry that begins with names, the words before it as authors."""
    start = next((at for at, word in enumerate(words) if word[0] == "\u201c"), 0)
    stop = next((at + 1 for at in range(start, len(words)) if "\u201d" in words[at][-2:]), 0)
    before = {*labels[:start]}
    if (
        not start
        or stop - start < FIELDS.quoted_words
        or labels[0] != "author"
        or "date" in before
        or "other" in before
    ):
        return list(labels)
    if "title" in labels[stop:] or "title" not in labels[:stop]:
        return list(labels)
    return _labelled(_labelled(labels, 0, start, "author"), start, stop, "title")


def _with_group_before_year(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give words before a year in brackets to the authors where the title follows it: "Task Force (2000) Title"."""
    runs = _runs_of(labels)
    for date, title in pairwise(runs):
        before = {*labels[: date.start]}
        if date.label == "date" and title.label == "title" and words[date.start][0] == "(":
            if "title" in before and before <= {"author", "title"}:
                return _labelled(labels, 0, date.start, "author")
            break
    return list(labels)


def _with_group_after_names(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give a group that ends the list of authors to them: "Ali MM, Trial Group, et al. Title"."""
    runs = _runs_of(labels)
    for names, group, rest, title in zip(runs, runs[1:], runs[2:], runs[3:], strict=False):
        if (
            [run.label for run in (names, group, rest, title)] == ["author", "title", "author", "title"]
            and words[names.stop - 1].endswith((",", ";"))
            and not _ends_sentence(words, group.stop)
            and _ends_sentence(words, rest.stop)
        ):
            return _labelled(labels, group.start, group.stop, "author")
    return list(labels)


def _with_group_first(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the first sentence to the authors where it is a group's name: "National Task Force on Obesity. Title"."""
    runs = _runs_of(labels)
    if not runs or runs[0].start or runs[0].label not in {"author", "title"}:
        return list(labels)
    stop = runs[0].stop
    if runs[0].label == "author":
        cut = len(runs) > 1 and runs[1].label == "title" and words[stop - 1][-1].isalpha()
        stop = runs[1].stop if cut else 0
    end = next((at for at in range(1, stop + 1) if _ends_sentence(words, at)), None)
    last = max((run.stop for run in runs if run.label == "title"), default=0)
    if end is None or end >= last or not _is_group(words[:end]):
        return list(labels)
    return _labelled(_labelled(labels, 0, end, "author"), end, last, "title")


def _is_group(words: Sequence[str]) -> bool:
    """Tell whether words are the name of a group: several, each longer one capitalised."""
    long = [word for word in words if len(word.strip(".,()")) >= FIELDS.group_word_characters]
    return len(long) >= FIELDS.group_words and all(word.strip("(")[:1].isupper() for word in long)


def _with_title_to_its_end(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the rest of its sentence to a title that breaks off within one, where a container still follows."""
    runs = _runs_of(labels)
    title = next((run for run in runs if run.label == "title"), None)
    if title is None or title.stop == len(words) or words[title.start][0] in "\u201c\"'\u2018":
        return list(labels)
    following = words[title.stop]
    if not _breaks_off(words[title.stop - 1], following) or _BOOK.fullmatch(following):
        return list(labels)
    end = _sentence_end(words, title.stop + 1, len(words))
    colon = words[title.stop - 1][-1] == ":"
    if labels[title.stop] not in {"container", "other"} or end is None or not (colon or "container" in labels[end:]):
        return list(labels)
    return _labelled(labels, title.stop, end, "title")


def _breaks_off(last: str, following: str) -> bool:
    """Tell whether a title whose last word this is goes on with the word that follows."""
    within = last[-1].isalnum() or last[-1] in "\u201d\u2019\u00bb"
    return last[-1] == ":" or (within and following[0].islower()) or (last[-1] in ')"' and "." not in last)


def _sentence_end(words: Sequence[str], first: int, last: int) -> int | None:
    """Return the first place from `first` on, before `last`, at which a sentence has just ended, None without one."""
    return next((stop for stop in range(first, last) if _closes_sentence(words, stop)), None)


def _ends_sentence(words: Sequence[str], stop: int) -> bool:
    """Tell whether a sentence ends before the word at `stop`: small letters go on after an abbreviation."""
    return words[stop - 1].endswith(_CLOSES_SENTENCE) and not (stop < len(words) and words[stop][0].islower())


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
    return _labelled(labels, start, stop, "container") if _has_volume(words, labels, stop) else list(labels)


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


def _with_whole_container(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the words behind a container that ends in "of" to it, up to the end of their run: "The Journal of sports medicine."."""
    runs = _runs_of(labels)
    for run, following in pairwise(runs):
        goes_on = run.label == "container" and words[run.stop - 1].lower() in _OPEN_END
        if goes_on and following.label == "title":
            return _labelled(labels, following.start, following.stop, "container")
    return list(labels)


def _with_journal_alone(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give what precedes the last sentence of a journal's words to the title that they follow: "Title. Subtitle. J Print 9"."""
    runs = _runs_of(labels)
    at = next((at for at, run in enumerate(runs) if run.label == "container"), 0)
    if not at or runs[at - 1].label != "title" or "editor" in labels or _BOOK.fullmatch(words[runs[at].start]):
        return list(labels)
    if len(words) - runs[at].stop > FIELDS.words_behind_journal:
        return list(labels)
    start = runs[at].start
    ends = [stop for stop in range(start + FIELDS.subtitle_words, runs[at].stop) if _closes_sentence(words, stop)]
    return (
        _labelled(labels, start, ends[-1], "title") if ends and _is_subtitle(words[start : ends[-1]]) else list(labels)
    )


def _is_subtitle(words: Sequence[str]) -> bool:
    """Tell whether words read as a sentence: some are lowercase, none is abbreviated, and none belongs to journals' names."""
    small = any(word[0].islower() for word in words)
    return small and not any(word[-1] == "." for word in words[:-1]) and not _names_journal(words)


def _names_journal(words: Sequence[str]) -> bool:
    """Tell whether one of the words is usual in journals' names."""
    return _NAMES_JOURNAL.search(" ".join(words)) is not None


def _closes_sentence(words: Sequence[str], stop: int) -> bool:
    """Tell whether one sentence ends and another begins before the word at `stop`; abbreviations end no sentence."""
    last = words[stop - 1]
    ended = last.rstrip("\u201d\u2019)\"'")[-1:] in {".", "?", "!"} or last.endswith((".", "?", "!"))
    begins = stop == len(words) or not words[stop][0].islower()
    return ended and begins and _is_word(last)


def _is_word(word: str) -> bool:
    """Tell whether a word has more letters than most abbreviations and initials."""
    return sum(map(str.isalpha, word)) > FIELDS.abbreviation_letters


def _with_journal_before_numbers(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Label the last sentence before volume and pages as journal, and the words between it and the title as title.

    In "Use of nets in | Kenya, 1999-2004. Lancet 288: 17" the chain ended the title at the bar.
    """
    stop = len(words)
    while stop and (any(map(str.isdigit, words[stop - 1])) or _PAGES.fullmatch(words[stop - 1])):
        stop -= 1
    title = next((run for run in reversed(_runs_of(labels[:stop])) if run.label == "title"), None)
    if title is None or len(words) - stop < FIELDS.least_numbers:
        return list(labels)
    if not {*labels[title.stop : stop]} <= {"container", "other"}:
        return list(labels)
    ends = (at for at in range(stop - 1, title.stop, -1) if _closes_sentence(words, at) or _closes_number(words, at))
    start = next(ends, title.stop)
    if not _goes_on(words, title.stop, start) or not _is_name(words[start:stop]):
        return list(labels)
    return _labelled(_labelled(labels, title.stop, start, "title"), start, stop, "container")


def _closes_number(words: Sequence[str], stop: int) -> bool:
    """Tell whether a number with a full stop ends a sentence before the word at `stop`."""
    last = words[stop - 1]
    return last[-1] == "." and last[-2:-1].isdigit() and words[stop][0].isupper()


def _goes_on(words: Sequence[str], start: int, stop: int) -> bool:
    """Tell whether the words after a title, up to the end of the sentence, belong to it."""
    rest = words[start:stop]
    if not rest or any(map(_BOOK.fullmatch, rest)) or any(word[-1] == "." for word in rest[:-1]):
        return False
    if words[start - 1][-1] in _QUOTES or _names_journal(rest[: FIELDS.journal_first_words]):
        return False
    return words[start - 1][-1] not in ".!" or _is_subtitle(rest)


def _is_name(words: Sequence[str]) -> bool:
    """Tell whether words may name a journal."""
    signs = "".join(words)
    return (
        words[0][0].isupper()
        and len(words) <= FIELDS.journal_words
        and ":" not in signs
        and not any(map(str.isdigit, signs))
    )


def _runs_of(labels: Sequence[Label]) -> list[_Run]:
    """Return the runs that labels make, in order."""
    runs = []
    at = 0
    for label, same in groupby(labels):
        count = len([*same])
        runs.append(_Run(label, at, at + count))
        at += count
    return runs


def _labelled(labels: Sequence[Label], start: int, stop: int, label: Label) -> list[Label]:
    """Return the labels with another one from `start` to before `stop`."""
    return [*labels[:start], *[label] * (stop - start), *labels[stop:]]
