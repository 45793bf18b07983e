"""The prices of models, each with its source and the day on which it was seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

# A guess: providers change prices a few times a year.
OLD_AFTER = timedelta(days=120)


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars per million tokens, valid from a day on; reasoning tokens count as output.

    `seen` is the day on which the price was read at `source`; None for a price from the settings.
    """

    input_usd: float
    output_usd: float
    since: date = date.min
    seen: date | None = None
    source: str = ""

    def is_old(self, today: date) -> bool:
        """Tell whether the price was seen so long ago that it should be looked up again."""
        return self.seen is not None and today - self.seen > OLD_AFTER


# Sources are transcriptions, not the providers' own pages. SCHOLARAI_MODEL_PRICES replaces any price.
_GEMINI = (
    date(2026, 10, 7),
    "ai.google.dev/gemini-api/docs/pricing, standard paid tier, as in github.com/api-evangelist/deepmind",
)
_CLAUDE = (date(2025, 11, 25), "Claude's platform documentation, as in docs.rs/cogito-claude")


def _row(seen: tuple[date, str], input_usd: float, output_usd: float, since: date = date.min) -> Price:
    return Price(input_usd=input_usd, output_usd=output_usd, since=since, seen=seen[0], source=seen[1])


PRICES: dict[str, tuple[Price, ...]] = {
    "gemini-3.8-flash": (_row(_GEMINI, 0.75, 3.75), _row(_GEMINI, 1.50, 7.50, since=date(2027, 1, 1))),
    "gemini-3.5-flash": (_row(_GEMINI, 1.50, 9.00),),
    "gemini-3.5-flash-lite": (_row(_GEMINI, 0.30, 2.50),),
    "gemini-embedding-2": (_row(_GEMINI, 0.20, 0.0),),
    "claude-sonnet-4-5": (_row(_CLAUDE, 3.00, 15.00),),
}
