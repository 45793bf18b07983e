"""Prints a study as a PDF in the look that it names: columns, numbering, citations, abstract, notes and line numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pymupdf
from papers.typeset import Paper

from gold.studies import Equation, Figure, Paragraph, Part, Reference, Study, Table

FIGURE_PT = 110
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
CITED = re.compile(r"\[((?:@\w+(?:; )?)+)\]")


def print_study(study: Study, path: Path) -> None:
    """Write the study's PDF."""
    look = study.look
    paper = Paper(
        columns=look["columns"],
        width_pt=look.get("width", 595),
        height_pt=look.get("height", 842),
        running_head=study.title.split(":")[0] if look.get("running_head") else "",
        line_numbers=look.get("line_numbers", False),
        family=look.get("family", "serif"),
        size_pt=look.get("size", 9.6),
    )
    paper.title(study.title, ", ".join(study.authors), study.affiliation, align=look.get("title_align", "center"))
    _print_abstract(paper, study)
    for section, number in zip(study.sections, numbers(study), strict=True):
        paper.heading(f"{number} {section.title}".strip(), section.level)
        for place, part in enumerate(section.parts):
            _print_part(paper, part, study, first=place == 0)
    entries = [entry(one, years=look["references"] == "years") for one in study.references]
    paper.references(entries, heading=study.words["references"], numbered=look["references"] == "numbers")
    paper.save(path)


def numbers(study: Study) -> list[str]:
    """Return what stands before each heading: nothing, "2.1", "2.1." or "II"."""
    form, found, counts = study.look["numbering"], [], [0, 0]
    for section in study.sections:
        counts = [counts[0] + 1, 0] if section.level == 1 else [counts[0], counts[1] + 1]
        if form == "I":
            found.append(f"{ROMAN[counts[0] - 1]}." if section.level == 1 else f"{chr(64 + counts[1])}.")
        else:
            number = ".".join(str(count) for count in counts[: section.level])
            found.append(number + form[1:] if form else "")
    return found


def cited(text: str, study: Study) -> str:
    """Return the text with its citations as they are printed: "[3]" or "(Abara and Novak, 2011)"."""
    by_key = {one.key: (place, one) for place, one in enumerate(study.references, start=1)}

    def printed(match: re.Match[str]) -> str:
        ones = [by_key[key] for key in re.findall(r"@(\w+)", match[1])]
        if study.look["references"] == "numbers":
            return "[" + ", ".join(str(place) for place in sorted(place for place, _ in ones)) + "]"
        return "(" + "; ".join(f"{_short(one)}, {one.year}" for _, one in ones) + ")"

    return CITED.sub(printed, text)


def entry(one: Reference, *, years: bool) -> str:
    """Return a bibliography's entry, by author and year or in the order of numbered lists."""
    doi = f" doi:{one.doi}" if one.doi else ""
    if years:
        names = _joined([f"{surname}, {initial}." for surname, initial in one.authors])
        return f"{names} ({one.year}). {one.title}. *{one.journal}*, {one.volume}, {one.first_page}–{one.first_page + 11}.{doi}"
    names = _joined([f"{initial}. {surname}" for surname, initial in one.authors])
    return (
        f"{names}. {one.title}. *{one.journal}*, {one.volume}:{one.first_page}–{one.first_page + 11}, {one.year}.{doi}"
    )


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _short(one: Reference) -> str:
    surnames = [surname for surname, _ in one.authors]
    return f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)


def _print_abstract(paper: Paper, study: Study) -> None:
    text = " ".join(sentence.text for sentence in study.abstract)
    heading = study.words["abstract"]
    match study.look["abstract"]:
        case "across":
            paper.across(f"**{heading}.** {text}")
        case "inset":
            paper.across(f"**{heading}.** {text}", inset=36)
        case "run-in":
            paper.paragraph(f"**{heading}—**{text}", indent=0)
        case _:
            paper.heading(heading)
            paper.paragraph(text, indent=0)


def _print_part(paper: Paper, part: Part, study: Study, *, first: bool) -> None:
    caption = study.look.get("caption", "Figure {n}:").format(n=1)
    match part:
        case Paragraph(sentences, note):
            text = " ".join(cited(sentence.text, study) for sentence in sentences)
            paper.paragraph(text + ("^{1}" if note else ""), indent=0 if first else 10)
            if note:
                paper.footnote(f"^{{1}} {note}")
        case Equation(number, text, _):
            paper.equation(text, number)
        case Figure(text, lines):
            paper.figure(lambda page, area: _draw(page, area, lines), FIGURE_PT, f"{caption} {text}")
        case Table(text, rows):
            paper.table(f"{study.look.get('caption_table', 'Table {n}:').format(n=1)} {text}", rows)


def _draw(page: pymupdf.Page, area: pymupdf.Rect, lines: Sequence[Sequence[float]]) -> None:
    """Draw one line per arm, from the first group to the last."""
    frame = pymupdf.Rect(area.x0 + 30, area.y0 + 4, area.x1 - 6, area.y1 - 18)
    page.draw_rect(frame, width=0.6)
    most = max(max(line) for line in lines)
    for line, dashes in zip(lines, ("", "[3 3] 0"), strict=True):
        points = [
            pymupdf.Point(frame.x0 + (n + 0.5) / len(line) * frame.width, frame.y1 - value / most * 0.9 * frame.height)
            for n, value in enumerate(line)
        ]
        page.draw_polyline(points, width=1.1, dashes=dashes)
    for n in range(len(lines[0])):
        place = pymupdf.Point(frame.x0 + (n + 0.5) / len(lines[0]) * frame.width, frame.y1 + 10)
        page.insert_text(place, str(n + 1), fontsize=7, fontname="tiro")
    for share in (0.0, 0.9):
        place = pymupdf.Point(frame.x0 - 24, frame.y1 - share * frame.height + 2)
        page.insert_text(place, f"{most * share / 0.9:.1f}", fontsize=7, fontname="tiro")
