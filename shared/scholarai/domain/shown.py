"""Gives values a text for the terminal, Markdown, and HTML for notebooks."""

from __future__ import annotations

from typing import Any, ClassVar

from scholarai.domain.dotted_names import load
from scholarai.domain.values import to_plain


class Shown:
    """Gives a value the forms that people read.

    `shown_by` is a `package.module:name` whose functions `name_as_text`, `name_as_markdown` and `name_as_html` make them; the HTML
    is a fragment, without a page around it.
    """

    __slots__ = ()
    shown_by: ClassVar[str]

    def __str__(self) -> str:
        return str(load(f"{self.shown_by}_as_text")(self))

    def to_markdown(self) -> str:
        """Return it as Markdown."""
        return str(load(f"{self.shown_by}_as_markdown")(self))

    def to_dict(self) -> dict[str, Any]:
        """Return it as dicts, lists and JSON scalars."""
        return to_plain(self)

    def _repr_html_(self) -> str:
        """Return it as HTML for a notebook (https://ipython.readthedocs.io/en/stable/config/integrating.html)."""
        return str(load(f"{self.shown_by}_as_html")(self))
