"""The export formats of reviews, tables, papers and conversations. A new one is a row and its renderer.

The API, the command line and the page are made from this table; installed packages may add rows.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.formats import listed
from scholarai.domain.plugins import Export, ExportOf, load, plugged_in
from scholarai.domain.tables import ShownTable

# Forms that several things are written in; each row below says which thing, and what renders it.
_MARKDOWN = Export(name="md", label="Markdown", endings=(".md", ".markdown"), media_type="text/markdown", renderer="")
_HTML = Export(name="html", label="HTML", endings=(".html", ".htm"), media_type="text/html", renderer="")
_WORD = Export(
    name="docx",
    label="Word",
    endings=(".docx",),
    media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    renderer="",
    binary=True,
)
_PDF = Export(name="pdf", label="PDF", endings=(".pdf",), media_type="application/pdf", renderer="", binary=True)
_CSV = Export(name="csv", label="CSV", endings=(".csv",), media_type="text/csv", renderer="")
_JSON = Export(name="json", label="JSON", endings=(".json",), media_type="application/json", renderer="")
_BIBTEX = Export(
    name="bibtex",
    label="BibTeX",
    endings=(".bib",),
    media_type="application/x-bibtex",
    renderer="scholarai.exporting.records:as_bibtex",
)

EXPORTS = (
    replace(_MARKDOWN, renderer="scholarai.reviewing.exports:review_as_markdown"),
    replace(_HTML, renderer="scholarai.reviewing.exports:review_as_html"),
    replace(_WORD, renderer="scholarai.reviewing.exports:review_as_word"),
    replace(_PDF, renderer="scholarai.adapters.pdfs.exports:review_as_pdf"),
    replace(_BIBTEX, label="BibTeX of the cited papers", of="cited", quoted=True),
    replace(_CSV, label="CSV of the tables", renderer="scholarai.reviewing.exports:review_as_csv"),
    replace(_JSON, renderer="scholarai.entrypoints.review_schemas:review_as_json"),
    Export(
        name="trace",
        label="Trace of every step",
        endings=(".trace.json",),
        media_type="application/json",
        renderer="scholarai.entrypoints.calls:render_json",
        of="trace",
    ),
    replace(_BIBTEX, of="papers"),
    Export(
        name="ris",
        label="RIS",
        endings=(".ris",),
        media_type="application/x-research-info-systems",
        renderer="scholarai.exporting.records:as_ris",
        of="papers",
    ),
    Export(
        name="csl-json",
        label="CSL-JSON",
        endings=(".json",),
        media_type="application/vnd.citationstyles.csl+json",
        renderer="scholarai.exporting.records:as_csl_json",
        of="papers",
    ),
    Export(
        name="txt",
        label="Bibliography as text",
        endings=(".txt",),
        media_type="text/plain",
        renderer="scholarai.exporting.styles:as_text",
        of="papers",
        styled=True,
    ),
    replace(
        _HTML, label="Bibliography as HTML", renderer="scholarai.exporting.styles:as_html", of="papers", styled=True
    ),
    Export(
        name="obsidian",
        label="Folder of notes for Obsidian (zip)",
        endings=(".zip",),
        media_type="application/zip",
        renderer="scholarai.exporting.obsidian:as_zip",
        of="papers",
        binary=True,
        quoted=True,
    ),
    replace(_MARKDOWN, renderer="scholarai.exporting.conversation_text:as_markdown", of="conversation", styled=True),
    replace(_HTML, renderer="scholarai.exporting.conversation_text:as_html", of="conversation", styled=True),
    replace(_WORD, renderer="scholarai.exporting.word:conversation_as_word", of="conversation", styled=True),
    replace(_PDF, renderer="scholarai.adapters.pdfs.exports:conversation_as_pdf", of="conversation", styled=True),
    replace(_CSV, renderer="scholarai.exporting.tables:as_csv", of="table"),
    Export(
        name="xlsx",
        label="Excel",
        endings=(".xlsx",),
        media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        renderer="scholarai.exporting.tables:as_xlsx",
        of="table",
        binary=True,
    ),
    replace(_MARKDOWN, renderer="scholarai.exporting.tables:as_markdown", of="table"),
    replace(_WORD, renderer="scholarai.exporting.tables:table_as_word", of="table"),
    replace(_PDF, renderer="scholarai.adapters.pdfs.exports:table_as_pdf", of="table"),
    replace(_JSON, renderer="scholarai.entrypoints.table_schemas:table_as_json", of="table"),
    *plugged_in("scholarai.exports", Export).values(),
)


def exports_of(*kinds: ExportOf) -> tuple[Export, ...]:
    """Return the forms of some things, in the table's order."""
    return tuple(export for export in EXPORTS if export.of in kinds)


# With the entries of the papers that the report cites, which are the library's.
REPORT_EXPORTS = exports_of("report", "cited")
REVIEW_EXPORTS = exports_of("report", "cited", "trace")
PAPER_EXPORTS = exports_of("papers")
CONVERSATION_EXPORTS = exports_of("conversation")
# Of a table of papers by questions; `table_exports` has those of a table in a paper.
TABLES_EXPORTS = exports_of("table")
TABLES_ENDINGS = tuple(ending for export in TABLES_EXPORTS for ending in export.endings)
REPORT_ENDINGS = tuple(ending for export in REPORT_EXPORTS for ending in export.endings)


def export_named(name: str, among: tuple[Export, ...]) -> Export | None:
    """Return the form of this name, None where there is none."""
    return next((export for export in among if export.name == name), None)


def require_export(name: str, among: tuple[Export, ...]) -> Export:
    """Return the form of this name.

    Raises:
        InvalidRequestError: If there is none.
    """
    export = export_named(name, among)
    if export is None:
        raise InvalidRequestError("format_unknown", f"format must be one of {listed(tuple(one.name for one in among))}")
    return export


def export_for(ending: str, among: tuple[Export, ...]) -> Export | None:
    """Return the first form whose files end so, None where there is none."""
    return next((export for export in among if ending in export.endings), None)


def rendered_table(export: Export, table: ShownTable) -> bytes:
    """Return a table in a form of `TABLES_EXPORTS`."""
    render: Callable[[ShownTable], bytes] = load(export.renderer)
    return render(table)
