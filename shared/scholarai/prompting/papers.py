"""Shows papers in a prompt: excerpts in a fence per paper, an id before each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from scholarai.domain.chat import Evidence, place_label
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.prompting.fences import attribute, brackets_of, mark_of, one_line, with_ids

AUTHORS_NAMED = 30
# Characters of the line about a title page; forty authors fit.
_ABOUT_CHARACTERS = 1_500


class ShownPaper(Value, frozen=True, kw_only=True):
    """A paper of a prompt: its title, and a line with what its title page says."""

    title: str
    about: str


class PapersInPrompt(Value, frozen=True, kw_only=True):
    """Excerpts as they are written in a prompt.

    Attributes:
        mark: Ends every fence; it stands in none of the texts, so that none can close one.
        brackets: Around the ids of sentences.
        text: All of it.
        excerpts: The excerpts alone, in their order; each is a part of `text`.
    """

    mark: str
    brackets: tuple[str, str]
    text: str
    excerpts: tuple[str, ...]


def papers_in_prompt(
    evidence: Sequence[Evidence], papers: Mapping[PaperId, ShownPaper], *, whole: bool = False
) -> PapersInPrompt:
    """Return excerpts for a prompt, grouped by paper; the same excerpts always give the same text.

    Passages are labelled with their section; the text of `whole` papers contains its own headings.
    """
    texts = [*(item.text for item in evidence), *(paper.about for paper in papers.values())]
    mark = mark_of(texts)
    brackets = brackets_of([item.text for item in evidence], mark)
    written: list[str] = []
    excerpts: list[str] = []
    for paper_id, items in groupby(evidence, key=lambda item: item.paper_id):
        own = [_excerpt(replace(item, section_path=()) if whole else item, brackets) for item in items]
        excerpts += own
        written.append(_fenced(papers[paper_id], own, mark))
    return PapersInPrompt(mark=mark, brackets=brackets, text="\n\n".join(written), excerpts=tuple(excerpts))


def further_excerpts(evidence: Sequence[Evidence], shown: PapersInPrompt) -> str:
    """Return excerpts that stand outside of the papers' fences, such as bibliography entries; no sign in them can close a fence."""
    signs = str.maketrans("<>", "‹›")
    return "\n".join(_excerpt(replace(item, text=item.text.translate(signs)), shown.brackets) for item in evidence)


def about_paper(content: PaperContent) -> str:
    """Return title, authors, year, venue, DOI and the numbers of pages and the like, as far as known, on one line."""
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


def _fenced(paper: ShownPaper, excerpts: Iterable[str], mark: str) -> str:
    about = f"(Title page: {one_line(paper.about, _ABOUT_CHARACTERS)})\n" if paper.about else ""
    body = "\n".join(excerpts)
    return f'<paper-{mark} title="{attribute(paper.title)}">\n{about}{body}\n</paper-{mark}>'


def _excerpt(item: Evidence, brackets: tuple[str, str]) -> str:
    named = item.section_path or item.page_numbers
    place = f" {attribute(place_label(item.section_path, item.page_numbers))}" if named else ""
    return f"== {item.number} =={place}\n{with_ids(item.number, item.text, brackets)}"
