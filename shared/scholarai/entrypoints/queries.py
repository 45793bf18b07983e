"""The parameters of query strings, as JSON schemas; a schema's `required` says that it must be there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, REVIEW_EXPORTS, TABLES_EXPORTS
from scholarai.domain.limits import PAPERS_PER_LIST, SUPPLEMENTS
from scholarai.domain.plugins import Export
from scholarai.domain.table_exports import TABLE_EXPORTS
from scholarai.entrypoints.calls import PAGE_SIZE, PAGE_SIZE_LIMIT
from scholarai.exporting.styles import STYLE_NAMES
from scholarai.services.papers.owned_papers import NamePart

Query: TypeAlias = Mapping[str, Mapping[str, object]]

# As `entrypoints.reviews` reads it: six digits are more versions than anybody makes.
LAST_VERSION = 999_999

PAGING: Query = {
    "limit": {"type": "integer", "minimum": 1, "maximum": PAGE_SIZE_LIMIT, "default": PAGE_SIZE},
    "cursor": {"type": "string", "description": "`next_cursor` of the page before"},
}
PARTS: Mapping[NamePart, Mapping[str, object]] = {
    "title": {
        "type": "string",
        "description": "Part of the title, whatever its case and accents; a page may be short though others follow",
    },
    "author": {"type": "string", "description": "Part of the name of an author, likewise"},
    "venue": {"type": "string", "description": "Part of the name of the journal or conference, likewise"},
}
PAPER_LIST: Query = {
    **PAGING,
    **{name: PARTS[name] for name in PARTS},
    "papers": {
        "type": "string",
        "description": f"Ids with `;` between them, at most {PAPERS_PER_LIST}: these papers in this order on one page,"
        " without those that are not in the library",
    },
    "supplements_of": {
        "type": "string",
        "description": f"The id of a paper: its supplements, oldest first, at most {SUPPLEMENTS}, on one page",
    },
}
EVERYTHING = "everything"
CONFIRMED: Query = {
    "confirm": {
        "type": "string",
        "enum": [EVERYTHING],
        "description": "Needed on one's own machine, where no sign-in says who calls",
    }
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
    "q": {"type": "string", "minLength": 1, "pattern": r"\S", "description": "What to search for", "required": True},
    "limit": PAGING["limit"],
    "year_from": _YEAR,
    "year_to": _YEAR,
    "venue": _NAMES,
    "author": _NAMES,
    "field": _NAMES,
    "text": {"type": "string", "description": "Must stand in title, abstract or keywords"},
}
EXPORT: Query = {
    "format": {"type": "string", "enum": [export.name for export in REVIEW_EXPORTS], "default": REVIEW_EXPORTS[0].name},
    **VERSION,
}
TABLE_EXPORT: Query = {
    "format": {"type": "string", "enum": [export.name for export in TABLE_EXPORTS], "default": TABLE_EXPORTS[0].name}
}
TABLE_MEDIA_TYPES = tuple(export.media_type for export in TABLE_EXPORTS)


def media_types(exports: tuple[Export, ...]) -> tuple[str, ...]:
    """Return what files of these forms are, each once."""
    return tuple(dict.fromkeys(export.media_type for export in exports))


EXPORT_MEDIA_TYPES = media_types(REVIEW_EXPORTS)
STYLE: Query = {
    "style": {
        "type": "string",
        "enum": list(STYLE_NAMES),
        "default": STYLE_NAMES[0],
        "description": "The citation style of a bibliography",
    }
}
PAPER_EXPORT: Query = {
    "format": {"type": "string", "enum": [export.name for export in PAPER_EXPORTS], "default": PAPER_EXPORTS[0].name},
    "papers": {
        "type": "string",
        "pattern": r"[^;\s]",
        "description": "Ids with `;` between them; all of one's papers without it",
    },
    **STYLE,
}
CONVERSATION_EXPORT: Query = {
    "format": {
        "type": "string",
        "enum": [export.name for export in CONVERSATION_EXPORTS],
        "default": CONVERSATION_EXPORTS[0].name,
    },
    **STYLE,
}
ANNOTATED: Query = {
    "session": {
        "type": "string",
        "description": "The conversation whose quotes are marked; all about the paper without it",
    },
    "quotes": {
        "type": "boolean",
        "default": True,
        "description": "Whether what conversations quote is marked, beside one's own highlights and notes",
    },
}
PAPER_EXPORT_MEDIA_TYPES = media_types(PAPER_EXPORTS)
CONVERSATION_EXPORT_MEDIA_TYPES = media_types(CONVERSATION_EXPORTS)
TABLES_EXPORT: Query = {
    "format": {"type": "string", "enum": [export.name for export in TABLES_EXPORTS], "default": TABLES_EXPORTS[0].name}
}
TABLES_EXPORT_MEDIA_TYPES = media_types(TABLES_EXPORTS)
PDF_MEDIA_TYPES = ("application/pdf",)
