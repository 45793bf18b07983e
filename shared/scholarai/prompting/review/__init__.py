"""The prompts of a review, one a file, each with its text on top; models answer them with JSON."""

from scholarai.prompting.review.evidence import evidence_prompt
from scholarai.prompting.review.plan import plan_prompt
from scholarai.prompting.review.quotes import quotes_prompt
from scholarai.prompting.review.section import edit_prompt, section_prompt
from scholarai.prompting.review.shown import Quotable
from scholarai.prompting.review.table import columns_prompt, row_prompt
from scholarai.prompting.review.understanding import understanding_prompt

__all__ = [
    "Quotable",
    "columns_prompt",
    "edit_prompt",
    "evidence_prompt",
    "plan_prompt",
    "quotes_prompt",
    "row_prompt",
    "section_prompt",
    "understanding_prompt",
]
