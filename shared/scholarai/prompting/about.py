"""What a title page says, in one line for a prompt."""

from __future__ import annotations

from scholarai.domain.content import PaperContent

AUTHORS_NAMED = 30


def about_paper(content: PaperContent) -> str:
    """Return title, authors, year, venue, DOI and how much there is, as far as it was read, as one line; empty when none was."""
    names = [author.name for author in content.authors]
    more = f" and {len(names) - AUTHORS_NAMED} more" if len(names) > AUTHORS_NAMED else ""
    facts = (
        ("Title", content.title),
        ("Authors", ", ".join(names[:AUTHORS_NAMED]) + more if names else None),
        ("Year", content.year),
        ("Venue", content.venue),
        ("DOI", content.doi),
        ("Pages", len(content.pages) or None),
        ("References", len(content.references) or None),
        ("Figures", len(content.figures) or None),
        ("Tables", len(content.tables) or None),
    )
    return ". ".join(f"{name}: {value}" for name, value in facts if value)
