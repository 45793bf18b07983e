"""Turns a model's answer into grounded citations with boxes on the page."""

from scholarai.citations.boxes import PageLocator
from scholarai.citations.context import without_repetition
from scholarai.citations.grounded_quote import Grounding, in_the_papers_words
from scholarai.citations.grounding import ground_quote
from scholarai.citations.parser import AnswerParser, Declined, Quote, Text
from scholarai.citations.sections import SectionBuilder, Source
from scholarai.citations.words import GroundingText

__all__ = [
    "AnswerParser",
    "Declined",
    "Grounding",
    "GroundingText",
    "PageLocator",
    "Quote",
    "SectionBuilder",
    "Source",
    "Text",
    "ground_quote",
    "in_the_papers_words",
    "without_repetition",
]
