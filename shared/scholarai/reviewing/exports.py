"""The forms in which a review leaves. A new form is a row here and the renderer that the row names.

The API, the command line and the page are made from this table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from scholarai.domain.dotted import load
from scholarai.domain.review import Report, Review


class Export(Struct, frozen=True, kw_only=True):
    """One form.

    Attributes:
        name: Its name in the API.
        label: Its name on the page.
        endings: Endings of its files, the usual one first.
        renderer: What makes the text, as `module:function`; takes the review and its report, or the trace alone.
        of: Whether it shows the report, or the trace of how the report was made.
    """

    name: str
    label: str
    endings: tuple[str, ...]
    media_type: str
    renderer: str
    of: Literal["report", "trace"] = "report"

    @property
    def content_type(self) -> str:
        return self.media_type if self.media_type == "application/json" else f"{self.media_type}; charset=utf-8"

    def render(self, review: Review, report: Report) -> str:
        """Return a report in this form."""
        render: Callable[[Review, Report], str] = load(self.renderer)
        return render(review, report)


EXPORTS = (
    Export(
        name="md",
        label="Markdown",
        endings=(".md", ".markdown"),
        media_type="text/markdown",
        renderer="scholarai.reviewing.export_text:review_as_markdown",
    ),
    Export(
        name="html",
        label="HTML",
        endings=(".html", ".htm"),
        media_type="text/html",
        renderer="scholarai.reviewing.export_text:review_as_html",
    ),
    Export(
        name="bibtex",
        label="BibTeX of the cited papers",
        endings=(".bib",),
        media_type="application/x-bibtex",
        renderer="scholarai.reviewing.export_data:review_as_bibtex",
    ),
    Export(
        name="csv",
        label="CSV of the tables",
        endings=(".csv",),
        media_type="text/csv",
        renderer="scholarai.reviewing.export_data:review_as_csv",
    ),
    Export(
        name="json",
        label="JSON",
        endings=(".json",),
        media_type="application/json",
        renderer="scholarai.entrypoints.review_schemas:review_as_json",
    ),
    Export(
        name="trace",
        label="Trace of every step",
        endings=(".trace.json",),
        media_type="application/json",
        renderer="scholarai.entrypoints.replies:render_text",
        of="trace",
    ),
)


def export_named(name: str) -> Export | None:
    """Return the form of this name, None where there is none."""
    return next((export for export in EXPORTS if export.name == name), None)


def report_export_for(ending: str) -> Export | None:
    """Return the form of a report whose files end so, None where there is none."""
    return next((export for export in EXPORTS if export.of == "report" and ending in export.endings), None)


REPORT_ENDINGS = tuple(ending for export in EXPORTS if export.of == "report" for ending in export.endings)
