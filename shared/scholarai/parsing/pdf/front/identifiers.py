"""Reads a paper's DOI, arXiv id, year and venue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf.front.thresholds import IDENTIFIERS
from scholarai.parsing.pdf.text.characters import alphanumeric, clean
from scholarai.parsing.section_names import PRINTED_REFERENCES

_DOI = re.compile(
    r"\b10\.\d{4,9}/[^\s\"<>{}|\\^\u201c\u201d\u27e8\u27e9]*[^\s\"<>{}|\\^\u201c\u201d\u27e8\u27e9.,;:)\]'\u2019]"
)
_OWN_DOI = re.compile(r"doi(?:\.org/|:|\s)", re.IGNORECASE)
_BROKEN_DOI = re.compile(
    r"(10\.\d{4,9}/(?:\S{0,100}[-/_]|\S{0,100}\.(?=\s(?:[a-z]{2,8}\.)?\d{4})|))\s++(?=\S{0,100}\d)"
)
# What a publisher adds to a paper's DOI for its supplement, and for each table and figure.
_PART_OF_DOI = re.compile(r"/-/DC\w*$|(?<=\.\d{7})\.[tgse]\d{3}$")
_DATA_DOI = re.compile(
    r"10\.(?:5281/zenodo|6084/m9|5061/dryad|17605/osf|7910/dvn|1594/pangaea|17632/|3886/|24433/|5255/)", re.IGNORECASE
)
# A text that names the DOI of something else: of data, of a notice about the paper, of another version of it.
_OTHER = re.compile(
    r"\b(?:data|datasets?|database|code|software|scripts?|archived?|deposited|repository|corrected|corrections?|corrigend\w+|errat\w+|"
    r"retract\w+|supplement\w*|companion|reply|(?:preprint|version) (?:of|is|was|at)|(?:earlier|previous|first|other) version|"
    r"see also|refers to|comments? on)\b",
    re.IGNORECASE,
)
_OF_THIS = re.compile(r"\b(?:this (?:article|paper|work|chapter|version)|cite|citation|published)\b", re.IGNORECASE)
# BioMed Central's journals gave the DOI behind the references, above how to cite the paper.
_AT_END = re.compile(rf"\bdoi:\s?({_DOI.pattern})\s++cite this article as\b", re.IGNORECASE)
_CITED = re.compile(r"(?:to |how to |please )?(?:cite|citation|citer)\b|acm reference", re.IGNORECASE)
# Behind these words a repository's cover says where the paper appeared; its other DOI is that of the copy.
_APPEARED = re.compile(
    r"\b(?:(?:originally|first) published (?:in|at|as)|published in|to cite this version|version of record|published version)\b\W*",
    re.IGNORECASE,
)
_PAGES_WORD = re.compile(r"\bpp?\.\s?(?=\d)")
_LOWER_WORD = re.compile(r"(?<!\S)[a-z]{3,}(?=[\s,.;]|$)")
_ARXIV = re.compile(
    r"arXiv:\s?(\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\s*\[[^\]]*\])?(?:\s+\d{1,2}\s+\w{3,9}\s+((?:19|20)\d\d))?"
)
# A year beside volume and pages: `2007; 370: 1453`, `56 (2003) 1453`, `(2021) 13:206`, `2018, Vol. 1`, `Vol. 44, No. 5, 2023`,
# `423, 3316-3327 (2012)`, `87(2), 2017, pp. 161-177`.
_ISSUE = re.compile(
    r"\b(?P<a>(?:19|20)\d\d)\s?[;,.:\s]\s?(?:vol\.?\s?)?\d{1,4}\s?(?:\([^)\s]{1,12}\)\s?)?(?:[:;,]\s?[A-Za-z]{0,3}\d|(?<=\d)\s\d{1,5}[\u2013-]\d)|"
    r"\b\d{1,4}\s?(?:\([^)\s]{1,8}\)|,\s?no\.\s?\d+,?)?\s?\((?P<b>(?:19|20)\d\d)\),?\s?(?:pp?\.?\s?)?[A-Za-z]{0,2}\d|"
    r"\((?P<c>(?:19|20)\d\d)\),?\s?(?:vol\.?\s?)?\d{1,4}\s?(?:\([^)\s]{1,8}\))?\s?[:,]\s?[A-Za-z]{0,2}\d|"
    r"\b(?P<d>(?:19|20)\d\d),?\s+vol(?:ume|\.)?\s?\d|\bvolume\s(?P<e>(?:19|20)\d\d)\b|"
    r"\bvol(?:ume|\.)?\s?\d{1,4}\b[^\n]{0,60}?\b(?P<f>(?:19|20)\d\d)\b|"
    r"\b\d{1,4}(?:\([^)\s]{1,8}\))?\s?[,:]\s?[A-Za-z]{0,2}\d+(?:[\u2013-][A-Za-z]?\d+)?\s?(?:\([^)\s]{1,8}\)\s?)?[,(]\s?\(?(?P<g>(?:19|20)\d\d)\b|"
    r"\b\d{1,4}\([^)\s]{1,8}\),\s?(?P<h>(?:19|20)\d\d),\s?pp?\.",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(r"\b(?:published|publication)\b[^.\n]{0,40}?\b((?:19|20)\d\d)\b", re.IGNORECASE)
_RIGHTS = re.compile(
    r"(?:©|\(c\)|copyright|the author(?:s|\(s\)))[^.\n]{0,60}?\b((?:19|20)\d\d)\b|\b((?:19|20)\d\d) the author(?:s\b|\(s\))",
    re.IGNORECASE,
)
_DATED = re.compile(r"\b(?:dated|draft version|version)\b[^.\n]{0,40}?\b((?:19|20)\d\d)\b", re.IGNORECASE)
_HANDLED = re.compile(r"\b(?:received|accepted|submitted|revised|downloaded)\b", re.IGNORECASE)
_DATE_LINE = re.compile(
    r"^(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?((?:19|20)\d\d)$",
    re.IGNORECASE,
)
_CITED_AS = re.compile(r"\(((?:19|20)\d\d)\)\.?\s")
_VENUES = re.compile(
    r"((?:(?i:the\s++)|(?<![\w&'\u2019-])(?:[A-Z][\w&'\u2019-]*+\s++){1,4})?(?i:journal|transactions|annals|proceedings|archives|bulletin|letters|reviews?|advances|"
    r"international conference|workshop)\s+(?:of|on|in|for)\s+(?:the\s+)?[A-Z][^.,;:()\d|]{3,80}|(?:IEEE|ACM)\s+(?:Transactions|Journal|Conference)[^.,;:()\d|]{3,80}|"
    r"(?i:PLOS)\s\w+|Nature\s?\w*|\b[A-Z]\w+Con\s++(?:20\d\d\s++)?Proceedings)"
)
_ENTRY = re.compile(r"\[?\d{1,3}(?:[.\]]|(?=\s[A-Z][\w'\u2019-]+,?\s[A-Z]{1,3}[.,]))\s")
_MIXED = re.compile(r"[a-z][A-Z]+[a-z]+[A-Z]|\w{3}[a-z][A-Z]\b")
_SMALL_WORDS = frozenset("a and for in of on the to".split())
_VOLUME = re.compile(r"vol(?:ume|\.)", re.IGNORECASE)
_SOURCE = re.compile(r"(?:source|citation|published in|appeared in|in)\s?:\s+", re.IGNORECASE)
# The venue at the head of what names volume and pages, or before the DOI in a file's metadata.
_NAMED = re.compile(
    r"(?P<name>[A-Z][^\d;:|\u00a9@]{2,90}?)[\s,.;:(|\u2022\u00b7-]++(?:(?:vol(?:ume|\.)?|no\.|(?:the\s)?authors?)\s?)?$",
    re.IGNORECASE,
)
_AUTHORS = re.compile(r"^.*\b(?:et al\.?,?|and [A-Z][\w'\u2019-]+\.,)\s+")
# The end of a title before the venue, on the line below its beginning.
_GOES_ON = re.compile(r"^[a-z][^.]*\.\s+(?=[A-Z])")
# A running head that names the venue before its site, its ISSN or its volume, or before volume and page.
_PARTED = re.compile(
    r"(?P<name>[A-Z][^|\d]{3,80}[^|\d\s,(])(?:\s*\|\s*(?i:www\.|https?:|\d{1,4}:|doi\b)|[,(\s]{1,3}(?i:[ep]?-?issn\b)|,\s+Vol(?:ume|\.)?\s)"
)
# A foot that names the venue before the day of an issue: `PNAS | June 26, 2018 | vol. 115`, `BioScience • March 2022 / Vol. 72`,
# `| October-December 2014 | Vol 5`.
_DAY_OF_ISSUE = re.compile(
    r"[|\u2022]\s*(?i:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec)[a-z]*+\.?(?:\s?[-\u2013]\s?[A-Z][a-z]{2,8}\.?)?\s(?:\d{1,2},\s)?((?:19|20)\d\d)\b"
)
_BEFORE_DAY = re.compile(rf"(?P<name>\b[A-Z][\w&:. '\u2019-]{{2,60}})\s*{_DAY_OF_ISSUE.pattern}")
_NO_VENUE = re.compile(
    r"\b(?:received|accepted|copyright|doi|https?|www|license[ed]?|available|rights|article|paper|downloaded|page|university|department|and \w+ \w+ in)\b",
    re.IGNORECASE,
)
_MONTH = re.compile(
    r"(?<![\s,.])[\s,.]*+\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?:\s?[-\u2013]\s?(?:[a-z]{3,9}\.?)?)?$",
    re.IGNORECASE,
)
# A venue that is broken over two lines of a foot, before its volume.
_VENUE_BEGUN = re.compile(
    r"\b(?i:journal|transactions|annals|proceedings|archives|bulletin)(?:\s(?:of|on|in|for|the|and|&|[A-Z]\w*+)){0,6}$"
)
_VENUE_GOES_ON = re.compile(r"(?:(?:of|on|in|for|the|and|&|[A-Z]\w*+)\s){0,6}[A-Z]\w*+,?\s\d{1,4}\s?[(:,]")
# The venue behind the title where a page says how to cite the paper: `. Phil. Trans. R. Soc. A 379: 20200097`.
_BEHIND_TITLE = re.compile(
    r"[\s.?!,:\u201d\"]*(?P<name>[A-Z][^\d:;|()\u00a9@]{2,80}?)[\s,.:;(]+(?i:vol(?:ume|\.)?\s*)?\d"
)
# What stands before the venue on its line, the end of a sentence or authors, and behind it.
_LEFT_OUT = re.compile(r"^.*(?:\s/\s|\((?=[^)]*$))|\s?\|.*$")
_LABELS = re.compile(
    r"^(?:(?:(?:research|original|review|open|full|special|case)\s+)?(?:article|paper|report|access)|hindawi publishing corporation)\s+",
    re.IGNORECASE,
)


class Identifiers(NamedTuple):
    doi: str | None
    arxiv_id: str | None
    year: int | None
    venue: str | None


def read_identifiers(
    page: PageLayout,
    furniture: Sequence[str],
    body: Sequence[str],
    info: DocumentInfo,
    cover: Sequence[str] = (),
    last: str = "",
    title: str = "",
) -> Identifiers:
    """Return the identifiers of a paper.

    Args:
        page: The title page, including its vertical and marginal text.
        furniture: The running heads and feet that were removed.
        body: The title page's groups of text; long groups are paragraphs, which may name other papers.
        info: The file's metadata.
        cover: The groups of text on covers before the title page.
        last: The text of the last page.
        title: The paper's title.
    """
    appeared = _appeared(cover)
    lines = [clean("".join(span.text for span in line.spans)).strip() for line in page.lines]
    paragraphs = " ".join(text for text in body if len(text) >= IDENTIFIERS.paragraph_characters or _ENTRY.match(text))
    entries = next((index for index, line in enumerate(lines) if line.strip(" .:").lower() in PRINTED_REFERENCES), None)
    loose = [line for line in lines[:entries] if line not in paragraphs]
    edges = [text for text in body if _SOURCE.match(text)]
    edges += [*furniture, *loose[: IDENTIFIERS.first_lines], *loose[-IDENTIFIERS.last_lines :]]
    edges += [f"{above} {line}" for above, line in pairwise(loose) if _VOLUME.match(line)]
    edges = [
        *(
            f"{above} {line}"
            for above, line in pairwise(edges)
            if _VENUE_BEGUN.search(above) and _VENUE_GOES_ON.match(line)
        ),
        *edges,
    ]
    # The end of an abstract may cite the paper itself, with its DOI.
    own = [text for text in (*body, *lines) if _OWN_DOI.search(text) and _ISSUE.search(_DOI.sub("", text))]
    body = [text for text in body if not _ENTRY.match(text)]
    short = [*edges, *(text for text in body if len(text) < IDENTIFIERS.paragraph_characters), *loose]
    cited = [*(text for text in body if _CITED.match(text)), *own]
    if at_end := _AT_END.search(last):
        cited.append(f"doi:{at_end[1]}")
    arxiv = next((match for line in lines if (match := _ARXIV.search(line))), None)
    name = alphanumeric(title)
    of_this = [text for text in own if len(name) >= IDENTIFIERS.title_characters and name in alphanumeric(text)]
    return Identifiers(
        doi=_doi([*short, *cited], [uri for _, uri in page.links], info, appeared, of_this),
        arxiv_id=arxiv[1] if arxiv else None,
        year=_year([appeared, info.subject, *short, *own], furniture, arxiv),
        venue=_venue([_last_sentence(appeared), info.subject, *edges], own) or _venue_behind(title, cited),
    )


def _appeared(cover: Sequence[str]) -> str:
    """Return what a cover says of where the paper appeared, with the groups of text that follow; empty where it says nothing."""
    for place, text in enumerate(cover):
        if match := _APPEARED.search(text):
            rest = [text[match.end() :], *cover[place + 1 : place + 1 + IDENTIFIERS.groups_of_source]]
            return _PAGES_WORD.sub("", " ".join(rest))[: IDENTIFIERS.source_characters]
    return ""


def _last_sentence(text: str) -> str:
    """Return a reference from its venue on: from the sentence that names volume or pages."""
    issue = _ISSUE.search(text)
    return text[text.rfind(". ", 0, issue.start()) + 1 :].strip() if issue else text


def _doi(
    texts: Sequence[str], links: Sequence[str], info: DocumentInfo, appeared: str, of_this: Sequence[str]
) -> str | None:
    """Return the paper's own DOI, never one of a sentence.

    It is that of where the paper appeared, else of the file's metadata, of a text in `of_this`, which cites the paper, or of a notice.
    """
    told = _DOI.finditer(appeared)
    stated = (match for text in (info.subject, info.title, info.keywords) if (match := _DOI.search(text)))
    said = (match for text in of_this if (match := _DOI.search(_whole(text))))
    notices = (match for text in texts if _is_notice(text) and (match := _own_doi(text)))
    linked = (match for uri in links if _OWN_DOI.search(uri) and (match := _DOI.search(uri)))
    for match in (*told, *stated, *said, *notices, *linked):
        if not _DATA_DOI.match(match[0]):
            return _PART_OF_DOI.sub("", match[0])
    return None


def _is_notice(text: str) -> bool:
    return len(text) < IDENTIFIERS.notice_characters or _CITED.match(text) is not None


def _whole(text: str) -> str:
    """Return a text whose DOIs are whole where a line ends within them."""
    return _BROKEN_DOI.sub(r"\1", text.replace("doi.org/ ", "doi.org/"))


def _own_doi(text: str) -> re.Match[str] | None:
    """Return the DOI that a notice gives as the paper's own."""
    text = _whole(text)
    match = _DOI.search(text)
    if match is None or not (_OWN_DOI.search(text) or match[0] == text.strip()):
        return None
    before = text[: match.start()]
    sentence = len(_LOWER_WORD.findall(_OWN_DOI.sub(" ", before))) > IDENTIFIERS.notice_words
    if _OTHER.search(before) or (sentence and not _OF_THIS.search(before)):
        return None
    return match


def _year(texts: Sequence[str], furniture: Sequence[str], arxiv: re.Match[str] | None) -> int | None:
    # Running heads cite the paper itself with its year; a year cited in the text is another paper's.
    short = [text for text in texts if len(text) < IDENTIFIERS.notice_characters]
    for pattern, sources in (
        (_ISSUE, short),
        (_DAY_OF_ISSUE, short),
        (_PUBLISHED, texts),
        (_RIGHTS, texts),
        (_CITED_AS, furniture),
    ):
        year = _first_year(pattern, sources)
        if year is not None:
            return year
    if arxiv is not None:
        if arxiv[2]:
            return int(arxiv[2])
        if arxiv[1][:4].isdigit():
            return 2000 + int(arxiv[1][:2])
    for pattern in (_DATED, _DATE_LINE):
        year = _first_year(pattern, [text.strip(" ()") for text in texts])
        if year is not None:
            return year
    return None


def _first_year(pattern: re.Pattern[str], texts: Iterable[str]) -> int | None:
    """Return the first year that a pattern finds, but for the days on which a paper was received or accepted."""
    for text in map(_without_doi, texts):
        for match in pattern.finditer(text):
            before = _HANDLED.search(text, max(0, match.start() - IDENTIFIERS.handled_characters), match.start())
            if before is None:
                return int(next(filter(None, match.groups())))
    return None


def _without_doi(text: str) -> str:
    return _DOI.sub("", text) if "10." in text else text


def _venue(texts: Sequence[str], own: Sequence[str]) -> str | None:
    """Return the venue from heads and feet, else from where the page cites itself or a running head cites its authors."""
    for text in texts:
        if name := _named_venue(text):
            return _cased(name)
    for text in texts:
        match = _PARTED.match(text) or _BEFORE_DAY.search(text)
        if match and not _NO_VENUE.search(match["name"]):
            return _cased(match["name"].strip())
    for text in texts:
        match = _VENUES.search(_LABELS.sub("", text))
        if match:
            return _MONTH.sub("", " ".join(match[1].split())).removesuffix(" on")
    return next((name for text in (*own, *texts) if (name := _named_venue(_AUTHORS.sub("", text)))), None)


def _venue_behind(title: str, texts: Iterable[str]) -> str | None:
    """Return the venue that stands behind the paper's own title, in texts that say how to cite it."""
    wanted = alphanumeric(title)
    for text in texts if wanted else ():
        letters = [index for index, letter in enumerate(text) if letter.isalnum()]
        at = "".join(text[index].lower() for index in letters).find(wanted)
        match = _BEHIND_TITLE.match(text, letters[at + len(wanted) - 1] + 1) if at >= 0 else None
        if match is not None and not _NO_VENUE.search(match["name"]):
            return match["name"].strip(" .,")
    return None


def _cased(name: str) -> str:
    """Return a name without the capitals of a type whose letters are small and large capitals: `NAture eCoLogy`."""
    if not _MIXED.search(name):
        return name
    return " ".join(word.lower() if word.lower() in _SMALL_WORDS else word.capitalize() for word in name.split())


def _named_venue(text: str) -> str | None:
    """Return the venue before volume and pages, or before the DOI: `Social Science & Medicine 56 (2003) 1453-1468`."""
    text = _SOURCE.sub("", _without_doi(text))
    issue = _ISSUE.search(text)
    end = issue.start() if issue else -1
    if end <= 0 or end > IDENTIFIERS.venue_characters:
        return None
    match = _NAMED.match(_LABELS.sub("", _GOES_ON.sub("", _LEFT_OUT.sub("", text[:end]))) + " ")
    name = _MONTH.sub("", " ".join(match["name"].split()).strip(" ,.(-^")).strip(" ,") if match else ""
    if _AUTHORS.match(text) or _NO_VENUE.search(name) or len(name) < IDENTIFIERS.venue_letters or name.islower():
        return None
    return name
