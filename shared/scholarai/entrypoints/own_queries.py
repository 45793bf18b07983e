"""The parameters of the list of a library, as JSON schemas."""

from __future__ import annotations

from scholarai.domain.listing import SORTS
from scholarai.domain.marks import READ_STATES
from scholarai.entrypoints.queries import PAGING, SEARCH, Query

LIBRARY: Query = {
    "q": {
        "type": "string",
        "description": "Words that must all be there: in what is known of a paper, in its text, in notes or saved answers; the "
        "last one may be the beginning of a word",
    },
    "tag": {"type": "string", "description": "Tags with `;` between them; all must be there"},
    "state": {"type": "string", "enum": list(READ_STATES)},
    "favourite": {"type": "boolean", "default": False},
    "collection": {"type": "string", "description": "The id of a collection; those nested in it count, too"},
    "author": {"type": "string", "description": "Whole names with `;` between them; one must fit"},
    "venue": {"type": "string", "description": "Whole names with `;` between them; one must fit"},
    "year_from": SEARCH["year_from"],
    "year_to": SEARCH["year_from"],
    "sort": {
        "type": "string",
        "enum": list(SORTS),
        "description": "`relevance` for a search, else `added`, without it",
    },
    "order": {"type": "string", "enum": ["asc", "desc"], "default": "desc"},
    **PAGING,
}
