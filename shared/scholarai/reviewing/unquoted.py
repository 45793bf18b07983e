"""Detects text that no review quotes: acknowledgements, statements, and templates of journals."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SECTION = re.compile(
    r"acknowledge?ment|funding|conflicts? of interest|competing interest|author(?:s’|s'|’s|'s)? contribution|contributors?$"
    r"|data availability|code availability|ethics|disclosure|^references|bibliography|^citations?$|^figures$"
    r"|supplementary|supporting information|copyright|licen[sc]e",
    re.IGNORECASE,
)
# What journals' templates and covers say; the first three are JOSS's and JOSE's.
_TEMPLATE = re.compile(
    r"\bpaper\.bib\b|\brMarkdown\b|cite a software repository|\bexample paper\b|\blorem ipsum\b|\bdownloaded from\b"
    r"|\ball rights reserved\b|\bopen access article\b|\bcreative commons\b|\bcorresponding author\b|\be-?mail:|\bpreprint submitted\b"
    r"|\bnecessarily reflect the views?\b|\b(?:Table|Figure|Fig\.) ?\d+[a-z]? (?:shows?|presents?|gives?|lists?|summari[sz]es|illustrates?|displays?)\b"
    r"|\b(?:is|are|was|were) (?:reported|shown|given|depicted|plotted|illustrated|listed|summari[sz]ed|presented) in (?:Table|Fig)"
    r"|^(?:Table|Figure|Fig\.) ?\d+[a-z]?[.:]? [A-Z]"
    r"|\b(?:received|accepted|published)(?: online)?:? \d|\bsee (?:also )?(?:Fig|Tab|Sec|Appendi|Eq)\w*|\bthe authors? declares?\b"
    r"|\b(?:is|are|was|were|can be|may be) (?:\w+ )?(?:available|found|accessed|downloaded|hosted|archived|released) (?:at|on|from|under|in the supp)",
    re.IGNORECASE,
)
# Who did what, which papers print below the authors' names; and what only announces: the course of the paper, or a count of things
# that the next sentences name.
_CONTRIBUTED = re.compile(
    r"\b(?:contributed equally|equal contribution|in every aspect of this work|(?:designed|performed|conceived) the experiments:"
    r"|(?:wrote|drafted|revised|approved) the (?:final )?(?:manuscript|version))\b",
    re.IGNORECASE,
)
_COURSE = re.compile(
    r"\b(?:analysis|paper|article|chapter|section|discussion) (?:begins|starts|opens|concludes|ends|closes) (?:with|by)\b"
    r"|\bwe (?:begin|start|open|conclude|end|close) (?:\w+ )?(?:with|by)\b"
    r"|^\W*(?:next|then|finally|first|lastly|second|third),? we [^.]{1,160}\((?:§|sections?) ?\d",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    r"^\W*(?:there (?:are|were)|we (?:have|make|build|see|identify|discuss)|this (?:has|gives|offers))"
    r" (?:an? (?:number of|few)|several|many|various|two|three|four|five|six)(?: (?:\w|-){1,20}){0,3} (?:advantages?|aspects?|approaches"
    r"|benefits?|challenges|contributions|differences|factors|issues|kinds|limitations|methods|models|problems|properties|reasons|steps"
    r"|tasks|things|types|ways)\b[^,;:()]{0,60}$",
    re.IGNORECASE,
)


def is_aside(section_path: Sequence[str]) -> bool:
    """Tell a section that no review quotes."""
    return any(_SECTION.search(title.strip()) for title in section_path)


def is_template(sentence: str) -> bool:
    """Tell a sentence that every paper of a journal has, that only leads elsewhere, or that only announces others."""
    return any(pattern.search(sentence) for pattern in (_TEMPLATE, _CONTRIBUTED, _COURSE, _ANNOUNCED))
