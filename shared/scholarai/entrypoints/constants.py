"""Constants of the page and pages of the documentation, generated from the tables of formats and exports, and from limits."""

from __future__ import annotations

from typing import Any

from scholarai.domain import collections, formats, limits, marks, table_spec
from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, REVIEW_EXPORTS, TABLES_EXPORTS, Export
from scholarai.domain.service_names import TITLES
from scholarai.domain.table_exports import TABLE_EXPORTS
from scholarai.exporting.styles import STYLES
from scholarai.services.literature import discovering
from scholarai.services.own import marks as marking

_PAGE = """# Formats of papers

Made from `shared/scholarai/domain/formats.py` by `python -m scholarai.entrypoints.openapi docs/`.

| format | endings | media type | read from an archive |
| --- | --- | --- | --- |
"""


def constants() -> dict[str, Any]:
    """Return docs/constants.json, from which `npm run types` makes the page's constants."""
    return {
        "formats": {
            "endings": list(formats.ENDINGS),
            "kinds": formats.KINDS,
            "sourceKinds": formats.SOURCE_KINDS,
            "inArchives": formats.IN_ARCHIVES,
            "archiveEndings": formats.ARCHIVE_ENDINGS,
        },
        "exports": _shown(REVIEW_EXPORTS),
        "paperExports": _shown(PAPER_EXPORTS),
        "conversationExports": _shown(CONVERSATION_EXPORTS),
        "tablesExports": _shown(TABLES_EXPORTS),
        "columnTemplates": [
            {"id": one.id, "field": one.field, "name": one.name, "question": one.question, "kind": one.kind}
            for one in table_spec.TEMPLATES
        ],
        "citationStyles": {style.name: {"label": style.label} for style in STYLES},
        "tableExports": {export.name: {"label": export.label, "ending": export.ending} for export in TABLE_EXPORTS},
        "services": {name: {"label": title} for name, title in TITLES.items()},
        "limits": _limits(),
    }


def _limits() -> dict[str, int]:
    """Return what fields of the page may hold, and what its calls may name."""
    return {
        "questionCharacters": limits.QUESTION_CHARACTERS,
        "searchCharacters": discovering.QUESTION_CHARACTERS,
        "sessionTitleCharacters": limits.SESSION_TITLE_CHARACTERS,
        "noteCharacters": limits.NOTE_CHARACTERS,
        "markedCharacters": limits.MARKED_CHARACTERS,
        "tagCharacters": marks.TAG_CHARACTERS,
        "collectionCharacters": collections.NAME_CHARACTERS,
        "papersPerMarking": marking.PAPERS_PER_CALL,
        "papersPerList": limits.PAPERS_PER_LIST,
        "worksPerCall": limits.WORKS_PER_CALL,
        "papersPerQuestion": limits.PAPERS_PER_CHAT,
        "papersPerReview": limits.PAPERS_PER_REVIEW,
        "papersPerTable": table_spec.PAPERS_PER_TABLE,
        "columnsPerTable": table_spec.COLUMNS_PER_TABLE,
        "tableTitleCharacters": table_spec.TITLE_CHARACTERS,
        "columnNameCharacters": table_spec.NAME_CHARACTERS,
        "columnQuestionCharacters": table_spec.COLUMN_QUESTION_CHARACTERS,
        "expressionCharacters": table_spec.EXPRESSION_CHARACTERS,
    }


def _shown(exports: tuple[Export, ...]) -> dict[str, Any]:
    return {
        export.name: {"label": export.label, "ending": export.endings[0], "styled": export.styled} for export in exports
    }


def formats_page() -> str:
    """Return docs/formats.md."""
    rows = [
        (kind.label, kind.all_endings, kind.media_type, "yes" if kind.in_archives else "no") for kind in formats.FORMATS
    ]
    rows += [(f"{kind.name} archive", kind.endings, kind.media_type, "–") for kind in formats.ARCHIVES if kind.endings]
    return _PAGE + "".join(
        f"| {label} | {' '.join(f'`{ending}`' for ending in endings)} | `{media_type}` | {archived} |\n"
        for label, endings, media_type, archived in rows
    )
