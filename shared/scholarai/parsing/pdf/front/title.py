"""Finds the title among the groups of the first page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from scholarai.parsing.layout import RECOGNIZED, DocumentInfo
from scholarai.parsing.pdf.front.authors import begins_with_degree_holder, has_affiliation, names_in
from scholarai.parsing.pdf.front.group_predicates import is_running_text
from scholarai.parsing.pdf.front.thresholds import TITLES
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.text.characters import alphanumeric
from scholarai.parsing.pdf.text.titles import is_section_name, split_title

# What stands beside a title: the journal, the kind of article, notices, and lists that come before a text.
_NO_TITLE = re.compile(
    r"(?:arxiv:|[a-z-]+(?:\.[a-z]{2})?/\d{7}\b|this (?:is|article|paper|version|manuscript|document|preprint) |(?:authors?[\u2019']?s?[\u2019']? )?(?:accepted )?(?:manuscript|version)\b|"
    r"(?:nih|hhs) public access|downloaded|draft(?:\W*$|\W+(?:version|of|paper|manuscript|article|report|(?:do )?not)\b|\W+(?:\w+\W+)?\d)|preprint|to appear in |submitted|accepted|published|received|doi\b|https?:|www\.|vol(?:ume)?\.?\s|issn|"
    r"(?:the\s)?(?:\w+\s){0,3}journal\b|proceedings of|open access|special (?:issue|section)|see discussions|\d+$|"
    r"(?:master|bachelor|doctor|ph\.?\s?d)(?:[\u2019']?s)?\.?\s(?:of|degree|thesis|dissertation)(?:\s[^\W\d_]+){0,9}$|"
    r"(?:supplementary|supporting|supplemental) (?:materials?|information)(?:\s\w+){0,2}$|"
    r"(?:list of |table of |список )?(?:abbreviations|contents|figures|tables|сокращений)$|preface$|foreword$|"
    r"(?:(?:original|special|general|feature|invited|brief|short|rapid|research|review|clinical|case|mini-?|technical|scientific|full|"
    r"systematic|regular|concise|news|book|guest|debate|open)\s?){0,2}"
    r"(?:articles?|papers?|reports?|reviews?|research|investigations?|contributions?|communications?|letters?(?: to the editor)?|"
    r"editorials?|essays?|commentar(?:y|ies)|perspectives?|viewpoints?|opinions?|forum|symposium|protocol|methodology|"
    r"stud(?:y|ies)|series|notes?|correspondence|corrigend(?:um|a)|errat(?:um|a)|corrections?|and views|from the cover)"
    r"(?:(?:\s|\W)*(?:open access|free access))?$)",
    re.IGNORECASE,
)
# What stands on top of a thesis.
_UNIVERSITY = re.compile(
    r"(?:the\s)?universi[td]\w{1,4}\s(?:of|de|do|di|degli|du|zu)(?:\s[^\W\d_]+){1,6}$|(?!(?:an?|the)\s)(?:[^\W\d_]+\s){1,3}university$",
    re.IGNORECASE,
)
_AUTHORS = re.compile(r"author(?:s|\(s\)| list)?\s?:", re.IGNORECASE)
# Marks of footnotes behind a title. A star may be unreadable.
_MARKS = " ,*\u2217†‡§¶\u2606\u2605\u22c6\ufffd"
# What F1000 prints behind a title: `[version 2; peer review: 2 approved]`.
_VERSION = re.compile(r"(?:(?<!\s)\s++)?\[v(?:ersion\s)?\d[^\[\]]*+\]?$")
_LABEL = re.compile(r"^\s*(?:article |paper |manuscript )?title\s?:\s*", re.IGNORECASE)
_JOINED_SENTENCES = re.compile(r"[a-z]{3}[.!?]\s+[A-Z][a-z]*\s")
# Programs write the name of a file, or of a production system, where the title belongs.
_FILE_NAME = re.compile(
    r"microsoft \w+ - |\.(?:docx?|dvi|tex|pdf|indd|qx[dp]|rtf|e?ps|pptx?|odt|p65|fm)\b|untitled|\bdoi\b|\d\.\.\d|layout \d$|^pii:|^slide 1$",
    re.IGNORECASE,
)
# Springer's titles have elements for words in italics.
_MARKUP = re.compile(r"</?(?:Emphasis|Subscript|Superscript|italic|i|em|sub|sup)(?:\s\w{1,20}=\"[^\"<>]{0,40}\")?>")
_WORD = re.compile(r"[^\W\d_]{3}")
# How a font's name ends for its upright and its italic type.
_SHAPE = re.compile(r"[-,]?(?:Roman|Regular|Italic|Ital|It|Oblique|Obl)?(?:MT)?$")
# A day below a title; a title of two lines may end with one, too: `Deaths from influenza up to / 31 March 2020`.
_DAY = re.compile(
    r"(?:(?:revised|updated|version of|last changed|date)[:,]?\s)?\s*(?:"
    r"\d{1,2}(?:st|nd|rd|th|\.)?[ -]{1,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?[ -]{1,2}\d{2,4}|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2},\s\d{4}|\d{4}-\d{2}-\d{2})\.?",
    re.IGNORECASE,
)
_ASKS_FOR_DAY = re.compile(
    r"\b(?:to|of|on|until|since|by|from|in|before|after|and|the|between|through|till)$", re.IGNORECASE
)


def read_title(groups: Sequence[Group], info: DocumentInfo, body_pt: float) -> tuple[list[Group], str | None]:
    """Return the groups of the title and its text: what matches the file's metadata, else the largest type above the authors.

    Args:
        groups: Those of the title page, in reading order.
        info: The file's metadata.
        body_pt: The size of the paper's running text.
    """
    stated = _stated(info)
    author = alphanumeric(info.author)
    likely = [group for group in groups if may_be_title(group) and alphanumeric(group.text) != author]
    if not likely:
        return [], stated or None
    letters = alphanumeric(stated)
    matching = (group for group in likely if _begins(letters, alphanumeric(title_text([group]) or "")))
    found = _continued(groups, next(matching, None), letters)
    if found and alphanumeric(" ".join(group.text for group in found)) == letters != alphanumeric(
        title_text(found) or ""
    ):
        return found, stated  # with a second line in smaller type
    printed = alphanumeric(title_text(found) or "")
    if not found or len(printed) < TITLES.printed_share * len(letters):
        if not found and _is_in_a_line(stated, groups):
            return [], stated
        found = _continued(groups, _title(groups, likely, body_pt), letters)
    elif found[0].first.style.font == RECOGNIZED:
        return found, stated
    text = title_text(found)
    printed = alphanumeric(text or "")
    if printed == letters and any(row.text.endswith("-") for row in title_rows(found)):
        text = stated
    return found, text


def _is_in_a_line(stated: str, groups: Sequence[Group]) -> bool:
    """Tell whether a long title stands in a line with other words, as `Mathematics. - On the Columns of Papers. By A. Lee.` does."""
    letters = alphanumeric(stated)
    long = len(_WORD.findall(stated)) >= TITLES.words_in_a_line
    return long and any(letters in alphanumeric(group.text) for group in groups)


def _continued(groups: Sequence[Group], first: Group | None, stated: str) -> list[Group]:
    """Return a group and those that go on with the title."""
    found = [] if first is None else [first]
    for group in groups[groups.index(found[0]) + 1 :] if found else ():
        if not _continues_title(found, group, stated):
            break
        found.append(group)
    return found


def _stated(info: DocumentInfo) -> str:
    """Return the title in the file's metadata, "" if that is the name of a file or no title at all."""
    title = " ".join(_MARKUP.sub("", info.title).split())
    named = _FILE_NAME.search(title) or ("_" in title and " " not in title)
    return "" if named or (title.isascii() and len(_WORD.findall(title)) < TITLES.stated_words) else title


def may_be_title(group: Group) -> bool:
    """Tell whether a group may be a title: it has words, and is no notice, section name or paragraph."""
    text = group.text
    if group.first.vertical or sum(map(str.isalpha, text)) < TITLES.letters or len(text) >= TITLES.characters:
        return False
    labelled = any(_LABEL.match(row.text) for row in group.rows)
    if (_NO_TITLE.match(text.strip()) and not labelled) or is_section_name(split_title(text.strip()).title):
        return False
    long = len(text) > TITLES.sentence_characters and group.size <= TITLES.display_pt
    return not (long and is_running_text(text) and _is_prose(text))


def _is_prose(text: str) -> bool:
    return text.endswith(".") or _JOINED_SENTENCES.search(text) is not None


def _title(groups: Sequence[Group], likely: Sequence[Group], body_pt: float) -> Group:
    """Return the first group in the largest type, or the largest one below it if that names the journal or a part of it."""
    first = next(group for group in likely if group.size > max(other.size for other in likely) - TITLES.largest_pt)
    above, text = _above_text(groups, first, body_pt)
    below = [group for group in above if group in likely and _may_be_below(group, first, text, groups)]
    second = max(below, key=lambda group: group.size, default=None)
    return second if second is not None and _is_masthead(groups, first, second) else first


def _above_text(groups: Sequence[Group], first: Group, body_pt: float) -> tuple[list[Group], Group | None]:
    """Return the groups after `first` and before the text, and the first one of that."""
    following = groups[groups.index(first) + 1 :]
    above = [*takewhile(lambda group: not _begins_text(group, body_pt), following)]
    return above, next(iter(following[len(above) :]), None)


def _begins_text(group: Group, body_pt: float) -> bool:
    """Tell whether a group is the name of a section or a paragraph, which is no larger than the paper's running text."""
    numbered = split_title(group.text.strip())
    named = is_section_name(numbered.title) or (numbered.number or "a").isdigit() or bool(numbered.stop)
    larger = group.size > body_pt + TITLES.largest_pt
    return named or (not larger and len(group.text) >= TITLES.text_characters and is_running_text(group.text))


def _may_be_below(group: Group, masthead: Group, text: Group | None, groups: Sequence[Group]) -> bool:
    """Tell whether a group may be the title below a masthead: of no fewer words, set off from the text, no people or place.

    One above the authors' names may be short, or name a place.
    """
    larger = text is None or group.first.bold or group.size > text.size + TITLES.largest_pt
    spaces = group.text.count(" ")
    above_names = any(names_in(after.rows) for after in groups[groups.index(group) + 1 :][:1])
    return (
        larger
        and not group.equation
        and not group.text.rstrip().endswith(".")
        and spaces >= masthead.text.count(" ")
        and group.page_number == masthead.page_number
        and group.text.count(",") < TITLES.second_commas
        and not names_in(group.rows)
        and (
            above_names
            or (
                spaces >= TITLES.second_words
                and len(_WORD.findall(group.text)) > TITLES.second_words
                and not has_affiliation(group.text)
            )
        )
    )


def _is_masthead(groups: Sequence[Group], first: Group, second: Group) -> bool:
    """Tell whether the largest type names a journal, its part or a university: it is far above the title, above a notice or in capitals."""
    between = groups[groups.index(first) + 1 : groups.index(second)]
    apart = (second.first.y0 - first.last.y1) / first.size
    capitals = first.text.isupper() and not second.text.isupper()
    return (
        apart > TITLES.masthead_sizes
        or (capitals and second.size > TITLES.second_size_share * first.size)
        or any(_NO_TITLE.match(group.text) for group in between)
        or _UNIVERSITY.match(first.text.strip()) is not None
        or _is_cited(first.text, groups)
    )


def _is_cited(name: str, groups: Sequence[Group]) -> bool:
    """Tell whether the page cites something of this name with a year, as it does the journal."""
    cited = re.compile(rf"\b{re.escape(name.strip(' ®™'))}\W{{1,3}}(?:19|20)\d\d\b", re.IGNORECASE)
    return any(cited.search(group.text) for group in groups)


def _begins(stated: str, printed: str) -> bool:
    """Tell whether a printed text begins the stated title, or begins with it."""
    if min(len(printed), len(stated)) <= TITLES.printed_characters:
        return False
    return printed.startswith(stated) or stated.startswith(printed[: TITLES.same_begin_characters])


def _continues_title(found: Sequence[Group], group: Group, stated: str) -> bool:
    so_far = alphanumeric(title_text(found) or "")
    if len(so_far) >= TITLES.characters:
        return False
    following = alphanumeric(title_text([group]) or "")[: TITLES.same_next_characters]
    if len(so_far) > TITLES.printed_characters and following and stated.startswith(so_far):
        # Recognised letters may be wrong.
        stated_next = stated[len(so_far) :][: len(following)]
        if SequenceMatcher(None, stated_next, following).ratio() >= TITLES.same_next_share:
            return True
    above = found[-1]
    return (
        abs(above.size - group.size) < TITLES.same_size_pt
        and above.first.bold == group.first.bold
        and _family(above) == _family(group)
        and group.gap < TITLES.apart_leadings
        and may_be_title(group)
        and above.size > TITLES.size_pt
    )


def _family(group: Group) -> str:
    """Return the name of a group's font, the same one for upright and italic type, as names of species have it."""
    return _SHAPE.sub("", group.first.style.font)


def title_rows(groups: Sequence[Group]) -> list[Row]:
    """Return the rows of the title, without authors in its type, a day, and what is set much smaller below it."""
    rows = [row for group in groups for row in group.rows]
    rows = rows[next((at for at, row in enumerate(rows) if _LABEL.match(row.text)), 0) :]
    rows = rows[: next((at for at, row in enumerate(rows) if at and _names_authors(row.text)), len(rows))]
    largest = max((row.size for row in rows), default=0.0)
    while len(rows) > 1 and (rows[-1].size < TITLES.row_size_share * largest or _is_day(rows)):
        rows.pop()
    return rows


def _names_authors(text: str) -> bool:
    return _AUTHORS.match(text) is not None or begins_with_degree_holder(text)


def _is_day(rows: Sequence[Row]) -> bool:
    return _DAY.fullmatch(rows[-1].text.strip()) is not None and not _ASKS_FOR_DAY.search(rows[-2].text.strip())


def title_text(groups: Sequence[Group]) -> str | None:
    """Return the text of the title's groups, None if they have none."""
    text = ""
    for row in title_rows(groups):
        piece = _own_text(row)
        broken = text.endswith("-") and not text.endswith(" -")
        text = (text[:-1] if piece[:1].islower() else text) + piece if broken else f"{text} {piece}"
    text = _VERSION.sub("", _LABEL.sub("", text))
    return " ".join(text.split()).strip(_MARKS) or None


def _own_text(row: Row) -> str:
    """Return a title row's text without the raised mark of a footnote, and without what is set small beside it."""
    first, last = row.runs[0], row.runs[-1]
    text = row.text[last.start : last.end].strip()
    if len(row.runs) == 1:
        return row.printed
    if first.style.size_pt < TITLES.mark_size_share * row.size:  # Nature's journals print OPEN before a title
        return row.printed[first.end :]
    small = last.raised or last.style.size_pt < TITLES.mark_size_share * row.size
    mark = len(text) <= TITLES.mark_characters and not text.isalnum()
    return row.printed[: last.start] if small and (mark or len(text) > TITLES.beside_characters) else row.printed
