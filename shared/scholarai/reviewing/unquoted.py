"""Tells what papers carry along beside what they say: acknowledgements, statements, templates of their journals."""

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


def is_aside(section_path: Sequence[str]) -> bool:
    """Tell a section that no review quotes."""
    return any(_SECTION.search(title.strip()) for title in section_path)


def is_template(sentence: str) -> bool:
    """Tell a sentence that every paper of a journal has, or that only leads elsewhere."""
    return _TEMPLATE.search(sentence) is not None
