"""Corrects the labels of an entry's words by what all styles share: names end before a title, and a title is one piece."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from scholarai.parsing.pdf.references.borders import (
    BOOK,
    closes_sentence,
    is_word,
    with_all_of_the_quote,
    with_journal_alone,
    with_title_in_one_piece,
)
from scholarai.parsing.pdf.references.containers import (
    with_journal_after_title,
    with_journal_before_numbers,
    with_whole_container,
)
from scholarai.parsing.pdf.references.label_runs import labelled, runs_of
from scholarai.parsing.pdf.references.tagging import Label
from scholarai.parsing.pdf.references.thresholds import FIELDS

_YEAR_ALONE = re.compile(r"[(\[]?(?:1[6-9]|20)\d\d[a-z]?[)\]]?[.,:]?")
_CLOSES_SENTENCE = (".", "?", "!", ".\u201d", ".\u2019", '."')
_INITIALS = re.compile(r"[A-Z]{1,3}[.,;]?")
_FAMILY = re.compile(r"[A-Z][\w\u2019'\-]+")


def settled(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Return the labels of an entry's words, corrected where authors and title are parted in the wrong place."""
    found = [
        "date" if label == "title" and _YEAR_ALONE.fullmatch(word) and not at.startswith("title") else label
        for word, label, at in zip(words, labels, ["", *labels], strict=False)
    ]
    for correct in (
        _with_quoted_title,
        with_all_of_the_quote,
        _with_group_before_year,
        _with_group_after_names,
        _with_group_first,
        _with_title_after_names,
        _with_title_after_date,
        _with_title_before_publisher,
        _with_year_of_title,
        _with_whole_title,
        _with_title_to_its_end,
        with_title_in_one_piece,
        with_journal_after_title,
        with_whole_container,
        with_journal_alone,
        with_journal_before_numbers,
    ):
        found = correct(words, found)
    return found


def _with_quoted_title(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give words before a quoted title to the authors: "Committee on Bulletins, “Title,” Journal"."""
    start = next((at for at, word in enumerate(words) if word[0] == "“"), 0)
    stop = next((at + 1 for at in range(start, len(words)) if "”" in words[at][-2:]), 0)
    before = {*labels[:start]}
    if (
        not start
        or not stop
        or stop - start < FIELDS.quoted_words
        or not before <= {"author", "title"}
        or "title" not in before
    ):
        return list(labels)
    return labelled(labelled(labels, 0, start, "author"), start, stop, "title")


def _with_group_before_year(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give words before a year in brackets to the authors where the title follows it: "Task Force (2000) Title"."""
    runs = runs_of(labels)
    for date, title in pairwise(runs):
        before = {*labels[: date.start]}
        if date.label == "date" and title.label == "title" and words[date.start][0] == "(":
            if "title" in before and before <= {"author", "title"}:
                return labelled(labels, 0, date.start, "author")
            break
    return list(labels)


def _with_group_after_names(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give a group that ends the list of authors to them: "Ali MM, Trial Group, et al. Title"."""
    runs = runs_of(labels)
    for names, group, rest, title in zip(runs, runs[1:], runs[2:], runs[3:], strict=False):
        if (
            [run.label for run in (names, group, rest, title)] == ["author", "title", "author", "title"]
            and words[names.stop - 1].endswith((",", ";"))
            and not _ends_sentence(words, group.stop)
            and _ends_sentence(words, rest.stop)
        ):
            return labelled(labels, group.start, group.stop, "author")
    return list(labels)


def _with_group_first(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the first sentence to the authors where it is a group's name: "National Task Force on Obesity. Title"."""
    runs = runs_of(labels)
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
    return labelled(labelled(labels, 0, end, "author"), end, last, "title")


def _with_title_after_names(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give what follows "Smith J, Kupferminc M." to the title, where there is no title else."""
    runs = runs_of(labels)
    if "title" in labels or [run.label for run in runs[:2]] != ["author", "container"]:
        return list(labels)
    end = next((at for at in range(2, runs[0].stop) if words[at - 1].endswith(".")), runs[0].stop)
    names = words[end - 2 : end]
    if end == runs[0].stop or not words[end][0].isupper() or not _ends_sentence(words, runs[0].stop):
        return list(labels)
    if not (_FAMILY.fullmatch(names[0]) and _INITIALS.fullmatch(names[1])):
        return list(labels)
    return labelled(labels, end, runs[0].stop, "title")


def _with_title_after_date(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give all words between a year in brackets and the title to the title: "(2005) Dynamics of the 2001 Epidemic"."""
    runs = runs_of(labels)
    date = next((run for run in runs if run.label == "date" and words[run.start][0] == "("), None)
    title = next((run for run in runs if run.label == "title"), None)
    if date is None or title is None or not date.stop < title.start or words[date.stop - 1][-1] not in ")].,":
        return list(labels)
    between = range(date.stop, title.start)
    if any(
        _ends_sentence(words, at + 1) or (labels[at] == "container" and BOOK.fullmatch(words[at])) for at in between
    ):
        return list(labels)
    return labelled(labels, date.stop, title.start, "title")


def _with_title_before_publisher(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the first sentence of a container without volume and pages to the title, where there is no title else.

    "Pullman P. Northern Lights. Alfred A. Knopf. 1995." names a book: a journal would have a number.
    """
    runs = runs_of(labels)
    at = next((index for index, run in enumerate(runs) if run.label == "container"), None)
    if "title" in labels or at is None or not {run.label for run in runs[:at]} <= {"author", "date"}:
        return list(labels)
    first, last = runs[at].start, max(run.stop for run in runs if run.label != "date")
    end = _sentence_end(words, first + 1, last)
    if end is None or BOOK.fullmatch(words[first]) or _has_number(words, labels):
        return list(labels)
    return labelled(labels, first, end, "title") if any(map(is_word, words[first:end])) else list(labels)


def _has_number(words: Sequence[str], labels: Sequence[Label]) -> bool:
    """Tell whether a word other than the date has a digit."""
    return any(label != "date" and any(map(str.isdigit, word)) for word, label in zip(words, labels, strict=True))


def _with_year_of_title(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give a year that ends the title's sentence to it, if another year follows: "World malaria report 2008. WHO. 2009."."""
    runs = runs_of(labels)
    for title, date in pairwise(runs):
        if title.label == "title" and date.label == "date":
            alone = date.stop - date.start == 1 and words[date.start][-1] == "." and words[date.start][0].isdigit()
            more = any(run.label == "date" and run.start > date.start for run in runs)
            if alone and more and words[title.stop - 1][-1].isalpha():
                return labelled(labels, date.start, date.stop, "title")
            break
    return list(labels)


def _with_title_to_its_end(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give the rest of its sentence to a title that breaks off within one, where a container still follows."""
    runs = runs_of(labels)
    title = next((run for run in runs if run.label == "title"), None)
    if title is None or title.stop == len(words) or words[title.start][0] in "\u201c\"'\u2018":
        return list(labels)
    following = words[title.stop]
    if not _breaks_off(words[title.stop - 1], following) or BOOK.fullmatch(following):
        return list(labels)
    end = _sentence_end(words, title.stop + 1, len(words))
    colon = words[title.stop - 1][-1] == ":"
    if labels[title.stop] not in {"container", "other"} or end is None or not (colon or "container" in labels[end:]):
        return list(labels)
    return labelled(labels, title.stop, end, "title")


def _breaks_off(last: str, following: str) -> bool:
    """Tell whether a title whose last word this is goes on with the word that follows."""
    within = last[-1].isalnum() or last[-1] in "\u201d\u2019\u00bb"
    return last[-1] == ":" or (within and following[0].islower()) or (last[-1] in ')"' and "." not in last)


def _sentence_end(words: Sequence[str], first: int, last: int) -> int | None:
    """Return the first place from `first` on, before `last`, at which a sentence has just ended, None without one."""
    return next((stop for stop in range(first, last) if closes_sentence(words, stop)), None)


def _with_whole_title(words: Sequence[str], labels: Sequence[Label]) -> list[Label]:
    """Give words between two pieces of a title to it, unless a sentence or the title of a book begins among them."""
    found = list(labels)
    runs = [run for run in runs_of(labels) if run.label == "title"]
    for before, after in pairwise(runs):
        between = range(before.stop, after.start)
        if any(BOOK.fullmatch(words[at]) or labels[at] == "container" for at in between):
            break
        if _ends_sentence(words, before.stop):
            break
        found = labelled(found, before.stop, after.start, "title")
    return found


def _ends_sentence(words: Sequence[str], stop: int) -> bool:
    """Tell whether a sentence ends before the word at `stop`: small letters go on after an abbreviation."""
    return words[stop - 1].endswith(_CLOSES_SENTENCE) and not (stop < len(words) and words[stop][0].islower())


def _is_group(words: Sequence[str]) -> bool:
    """Tell whether words are the name of a group: several, each longer one capitalised."""
    long = [word for word in words if len(word.strip(".,()")) >= FIELDS.group_word_characters]
    return len(long) >= FIELDS.group_words and all(word.strip("(")[:1].isupper() for word in long)
