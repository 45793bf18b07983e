"""The parameters of query strings, as JSON schemas; a schema's `required` says that it must be there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scholarai.domain.table_exports import TABLE_EXPORTS
from scholarai.entrypoints.calls import PAGE_SIZE, PAGE_SIZE_LIMIT
from scholarai.reviewing.exports import EXPORTS

Query: TypeAlias = Mapping[str, Mapping[str, object]]

# As `entrypoints.reviews` reads it: six digits are more versions than anybody makes.
LAST_VERSION = 999_999

PAGING: Query = {
    "limit": {"type": "integer", "minimum": 1, "maximum": PAGE_SIZE_LIMIT, "default": PAGE_SIZE},
    "cursor": {"type": "string", "description": "`next_cursor` of the page before"},
}
CURSOR: Query = {"cursor": PAGING["cursor"]}
VERSION: Query = {
    "version": {
        "type": "integer",
        "minimum": 1,
        "maximum": LAST_VERSION,
        "description": "A version of the report; the newest without it",
    }
}
_YEAR: Mapping[str, object] = {"type": "string", "pattern": "^[0-9]{4}$"}
_NAMES: Mapping[str, object] = {"type": "string", "description": "Names with `;` between them; one must fit"}
SEARCH: Query = {
    "q": {"type": "string", "minLength": 1, "description": "What to search for", "required": True},
    "limit": PAGING["limit"],
    "year_from": _YEAR,
    "year_to": _YEAR,
    "venue": _NAMES,
    "author": _NAMES,
    "field": _NAMES,
    "text": {"type": "string", "description": "Must stand in title, abstract or keywords"},
}
EXPORT: Query = {
    "format": {"type": "string", "enum": [export.name for export in EXPORTS], "default": EXPORTS[0].name},
    **VERSION,
}
TABLE_EXPORT: Query = {
    "format": {"type": "string", "enum": [export.name for export in TABLE_EXPORTS], "default": TABLE_EXPORTS[0].name}
}
TABLE_MEDIA_TYPES = tuple(export.media_type for export in TABLE_EXPORTS)
EXPORT_MEDIA_TYPES = tuple(dict.fromkeys(export.media_type for export in EXPORTS))
