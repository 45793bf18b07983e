"""Two short papers, and what becomes of a quote of the first."""

from __future__ import annotations

from scholarai.citations import GroundingText, ground_quote

PAPER = GroundingText.of(
    "We use α-decay. The efﬁ-\nciency rose to 3.5% (p < 0.05) in all investigated groups.\n\n"
    "Attention is all you need for translation tasks in many languages. Recurrent models are slower to train. "
    "They may not reach the accuracy of 62 % that the three larger models of the JavaScript library show.\n\n"
    "The temperature was −0.5 degrees in the first run. Attention is all you need, again. The drug inhibits growth more "
    "than the placebo does (Smith et al., 2015) in 120 patients after 3–5 weeks.\n\n"
    "Nothing is said here about the method of the other groups."
)
PARAGRAPHS = GroundingText.of(
    "The first of all models is trained on images.\n\nA second one was made from letters alone.\n\n"
    "The third of them reads sounds and words, and it took 5 days in 2019"
)


def found(quote: str, near: tuple[int, int] | None = None) -> tuple[str, list[str]]:
    grounding = ground_quote(quote, PAPER, near)
    return grounding.verdict, [PAPER.text[start:end] for start, end in grounding.ranges]


def kinds(quote: str, source: GroundingText = PAPER) -> list[str]:
    return [change.kind for change in ground_quote(quote, source).changes]
