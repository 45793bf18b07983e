"""The prompts of a review, which models answer with JSON."""

from scholarai.prompting.review.evidence import evidence_prompt
from scholarai.prompting.review.sections import Written, edit_prompt, section_prompt
from scholarai.prompting.review.stages import (
    Excerpt,
    Quotable,
    RowOf,
    columns_prompt,
    decompose_prompt,
    plan_prompt,
    quotes_prompt,
    row_prompt,
    validate_prompt,
)

__all__ = [
    "Excerpt",
    "Quotable",
    "RowOf",
    "Written",
    "columns_prompt",
    "decompose_prompt",
    "edit_prompt",
    "evidence_prompt",
    "plan_prompt",
    "quotes_prompt",
    "row_prompt",
    "section_prompt",
    "validate_prompt",
]
