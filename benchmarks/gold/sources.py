"""Writes a study as the sources that people keep: LaTeX with its own bibliography, and Markdown with a BibTeX file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gold.printed import entry
from gold.studies import Equation, Figure, Paragraph, Part, Study, Table

_LATEX = {"%": r"\%", "“": "``", "”": "''", "„": "``", "−": "$-$", "&": r"\&"}
_COMMANDS = {1: "section", 2: "subsection"}


def latex_of(study: Study) -> str:
    """Return the paper as one LaTeX file."""
    body = [
        rf"\{_COMMANDS[section.level]}{{{section.title}}}" + "\n\n" + "\n\n".join(_latex_part(p) for p in section.parts)
        for section in study.sections
    ]
    items = "\n".join(rf"\bibitem{{{one.key}}} {_latex(entry(one, years=False))}" for one in study.references)
    authors = r" \and ".join(study.authors)
    abstract = _latex(" ".join(sentence.text for sentence in study.abstract))
    return "\n".join(
        (
            r"\documentclass{article}",
            r"\usepackage{amsmath,graphicx}",
            rf"\title{{{_latex(study.title)}}}",
            rf"\author{{{authors}}}",
            r"\begin{document}",
            r"\maketitle",
            rf"\begin{{abstract}}{abstract}\end{{abstract}}",
            "\n\n".join(body),
            rf"\begin{{thebibliography}}{{{len(study.references)}}}",
            items,
            r"\end{thebibliography}",
            r"\end{document}",
            "",
        )
    )


def markdown_of(study: Study) -> str:
    """Return the paper as Markdown with a YAML head, as journals of software ask for it."""
    head = ["---", f"title: '{study.title.replace(chr(39), chr(39) * 2)}'", "authors:"]
    head += [f"  - name: {name}" for name in study.authors]
    head += ["bibliography: paper.bib", "---", ""]
    parts = [f"# {study.words['abstract']}", " ".join(sentence.text for sentence in study.abstract)]
    for section in study.sections:
        parts += ["#" * section.level + f" {section.title}", *(_markdown_part(part) for part in section.parts)]
    return "\n".join(head) + "\n\n".join([*parts, f"# {study.words['references']}"]) + "\n"


def bibtex_of(study: Study) -> str:
    """Return the references as BibTeX."""
    return "\n".join(
        f"@article{{{one.key},\n  author = {{{' and '.join(f'{name}, {initial}.' for name, initial in one.authors)}}},\n"
        f"  title = {{{one.title}}},\n  journal = {{{one.journal}}},\n  year = {{{one.year}}},\n"
        f"  volume = {{{one.volume}}},\n  pages = {{{one.first_page}--{one.first_page + 11}}}"
        + (f",\n  doi = {{{one.doi}}}" if one.doi else "")
        + "\n}\n"
        for one in study.references
    )


def _latex(text: str) -> str:
    text = _replaced(text, _LATEX)
    text = re.sub(r"\*(.+?)\*", r"\\emph{\1}", text)
    return re.sub(r"\[(@[^\]]+)\]", lambda match: rf"\cite{{{match[1].replace('@', '').replace('; ', ',')}}}", text)


def _replaced(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)


def _latex_part(part: Part) -> str:
    match part:
        case Paragraph(sentences, note):
            text = " ".join(_latex(sentence.text) for sentence in sentences)
            return text + (rf"\footnote{{{_latex(note)}}}" if note else "")
        case Equation(number, _, latex):
            return f"\\begin{{equation}}\n{latex}\n\\label{{eq:{number}}}\n\\end{{equation}}"
        case Figure(caption, _):
            return f"\\begin{{figure}}\n\\includegraphics{{groups}}\n\\caption{{{_latex(caption)}}}\n\\end{{figure}}"
        case Table(caption, rows):
            lines = " \\\\\n".join(" & ".join(_latex(cell) for cell in row) for row in rows)
            form = "l" * len(rows[0])
            tabular = f"\\begin{{tabular}}{{{form}}}\n{lines} \\\\\n\\end{{tabular}}"
            return f"\\begin{{table}}\n\\caption{{{_latex(caption)}}}\n{tabular}\n\\end{{table}}"


def _markdown_part(part: Part) -> str:
    match part:
        case Paragraph(sentences, note):
            text = " ".join(sentence.text for sentence in sentences)
            return f"{text}[^1]\n\n[^1]: {note}" if note else text
        case Equation(_, _, latex):
            return f"$$\n{latex}\n$$"
        case Figure(caption, _):
            return f"![{caption}](groups.png)"
        case Table(caption, rows):
            lines = [rows[0], ("---",) * len(rows[0]), *rows[1:]]
            return "\n".join("| " + " | ".join(line) + " |" for line in lines) + f"\n\nTable: {caption}"
