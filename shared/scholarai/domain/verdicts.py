"""The verdicts on quotes, best first: what each says of the paper, and how the command line, the page and the manual put it.

To add one, add its name to `Verdict` and its row to `ROWS`, write the rule that gives it in `citations/`, and regenerate. The page
wants its German words (`web/src/texts/de/evidence.ts`).
"""

from __future__ import annotations

from typing import Literal, get_args

from scholarai.domain.values import Value

Verdict = Literal["exact", "normalized", "fuzzy", "altered", "cut", "spliced", "not_found"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
# What a quote makes of its sentence in a checked text; `said`: the paper says it.
QuoteOutcome = Literal["said", "changed", "cut", "joined", "not_found"]


class VerdictRow(Value, frozen=True, kw_only=True):
    """A verdict.

    Attributes:
        look: How the page draws it. `same` and `close`: the paper says this; `false`: it does not.
        outcome: What the quote makes of its sentence in a checked text.
        words: Of the command line and of exports.
        title: Of the page.
        sign: Before a citation's number on the page, so that true and false differ without colour.
        meaning: Of the manual, docs/checking.md.
    """

    name: Verdict
    look: Literal["same", "close", "false"]
    outcome: QuoteOutcome
    words: str
    title: str
    sign: str = ""
    meaning: str


ROWS: tuple[VerdictRow, ...] = (
    VerdictRow(
        name="exact",
        look="same",
        outcome="said",
        words="exact",
        title="Exact quote",
        meaning="The quote equals what was extracted from the paper, letter for letter, except for quotation marks around it.",
    ),
    VerdictRow(
        name="normalized",
        look="same",
        outcome="said",
        words="the same words, set differently",
        title="Same words, set differently",
        meaning="The same words, set differently: case, white space, hyphenation, ligatures, quotation marks, dashes, bold marks, "
        "LaTeX for the same sign, [another notation](#notation). Or parts of it in order, at most one paragraph apart, with an "
        "ellipsis between them that hides nothing which matters.",
    ),
    VerdictRow(
        name="fuzzy",
        look="close",
        outcome="said",
        words="the same but for spelling",
        title="Close to the paper",
        sign="≈",
        meaning="The differences do not change the meaning: misspelled words, an article, a citation marker left out.",
    ),
    VerdictRow(
        name="altered",
        look="false",
        outcome="changed",
        words="ALTERED: the paper says something else here",
        title="The paper says something else here",
        sign="≠",
        meaning="The place is found, but it says something else: at least one change changes the meaning (see the next table).",
    ),
    VerdictRow(
        name="cut",
        look="false",
        outcome="cut",
        words="CUT: the paper's sentence says more, which turns or limits this",
        title="Cut: the paper's sentence turns or limits this",
        sign="✂",
        meaning="The words stand there, and [what was left off](#borders) in front, behind or above turns or limits them.",
    ),
    VerdictRow(
        name="spliced",
        look="false",
        outcome="joined",
        words="SPLICED: put together from several places",
        title="Put together from several places",
        sign="&",
        meaning="Combined from places that do not belong together, with or without an ellipsis between them; or the ellipsis hides a "
        "contrast, an exception or the subject of what follows; or a heading is joined to its text.",
    ),
    VerdictRow(
        name="not_found",
        look="false",
        outcome="not_found",
        words="NOT FOUND in the paper",
        title="Not in the paper",
        sign="?",
        meaning="None of these.",
    ),
)
VERDICT_ROWS: dict[Verdict, VerdictRow] = {row.name: row for row in ROWS}
# Verdicts under which the paper says what the quote says.
TRUE_VERDICTS: frozenset[Verdict] = frozenset(row.name for row in ROWS if row.look != "false")
