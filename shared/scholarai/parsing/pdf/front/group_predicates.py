"""Predicates over the groups of a title page."""

from __future__ import annotations

import re

from scholarai.parsing.pdf.front.authors import has_affiliation
from scholarai.parsing.pdf.front.thresholds import ABSTRACTS
from scholarai.parsing.pdf.structure.groups import Group
from scholarai.parsing.pdf.text.titles import is_section_name, split_title


def is_running_text(text: str) -> bool:
    """Tell whether text is sentences and not a list of names and affiliations, whose words begin with capitals."""
    words = [word for word in text.split(" ") if word[:1].isalpha()]
    return sum(word[0].islower() for word in words) > ABSTRACTS.lower_case_share * len(words)


def is_marked(group: Group) -> bool:
    """Tell whether a group begins with a raised mark, as affiliations and notes do."""
    first = group.first
    lead = first.runs[0]
    return (lead.raised or lead.style.size_pt < ABSTRACTS.mark_size_share * first.size) and len(
        first.text[: lead.end].strip()
    ) <= ABSTRACTS.mark_characters


def is_real_start(group: Group) -> bool:
    """Tell whether a group that looks like a heading begins a section, and is not an affiliation."""
    text = group.text.strip()
    if is_marked(group) or has_affiliation(text):
        return False
    number, title, _ = split_title(text)
    if number is not None and title[0] >= "\u0370":
        return True
    return is_section_name(title) or bool(
        re.match(
            r"(?:\d+|[IVX]+)\.?\s+[A-ZÀ-Þ][A-Za-zß-ÿ]{2}|introduction|summary|statement of need|background|motivation",
            text,
            re.IGNORECASE,
        )
    )
