"""Whether biber and citeproc take our exports without a complaint: `python benchmarks/bibtex_by_others.py [--papers 200]`.

Papers are drawn with everything that troubles readers of BibTeX: letters of many scripts, braces, TeX, ampersands, quotes, names of
groups, particles and suffixes, missing fields, all kinds of works, titles with markup. biber (Debian: `apt-get install biber`) reads the BibTeX
as biblatex would have it, citing every entry; its errors and warnings are counted and printed, and entries that it left out. Each
citation style sets each paper; entries that are empty or hold markup are counted.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.works import Work, works_of
from scholarai.exporting.collected import Collected
from scholarai.exporting.records import as_bibtex
from scholarai.exporting.styles import STYLES, bibliography

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
TITLES = (
    "On kettles", "The DNA of {braces} and \\alpha", "50 % & more: a #1 guide to $x_1$~and ^", "Über die Größe der Straße",
    "深層学習による画像認識", "Глубокое обучение", "تعلم الآلة", "<i>E. coli</i> and <b>others</b>", '“Quotes” and "others"', "A {lone brace",
    "Another lone} brace", "mRNA, BERT and GPT-4 in p53-null mice", "A title, with commas, and and and", "100% “\\LaTeX{}”", "İstanbul ﬁnding",
)  # fmt: skip
AUTHORS = (
    "Ann Lee", "Bo van Dijk", "Ludwig van der Berg", "Martin Luther King Jr.", "ATLAS Collaboration", "The Example Group", "李 明", "Ö. Ünal",
    "Søren Ødegård", "Madonna", "Smith and Sons", "A, B, C, D", ", B", "O'Neil, Pat", "José Ortega y Gasset", "X. {Y} Z", "C# Group & Co.",
)  # fmt: skip
VENUES = (
    None, "Journal of Tests & Trials", "Proceedings of the 3rd Conference on {Tests}", "arXiv", "PhD thesis, University of Tests",
    "Technical Report 12", "Annales d’essais", "自然", "Nature_Communications", "Lecture Notes in Computer Science",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=200)
    parser.add_argument("--seed", type=int, default=18)
    options = parser.parse_args()
    papers = [made(number, random.Random(options.seed * 1_000 + number)) for number in range(options.papers)]
    works = works_of(papers)
    wrong = by_biber(works) + by_citeproc(works)
    return 1 if wrong else 0


def made(number: int, chance: random.Random) -> Paper:
    """Return a paper with drawn metadata, much of it missing."""

    def maybe(value: str) -> str | None:
        return value if chance.random() < 0.6 else None

    first = chance.randrange(1, 900)
    known = Metadata(
        title=chance.choice(TITLES),
        authors=tuple(chance.sample(AUTHORS, chance.randrange(6))),
        year=chance.choice([None, 1899, 1987, 2024]),
        venue=chance.choice(VENUES),
        doi=maybe(f"10.1000/a_b({number})<d>{{e}}%#"),
        arxiv_id=maybe(f"2101.{number:05d}"),
        abstract=maybe("What was done } and {found; 5 % & more_of it.\nIn two lines."),
        keywords=tuple(chance.sample(("one, two", "{three}", "four & five"), chance.randrange(3))),
        volume=maybe(str(chance.randrange(1, 99))),
        issue=maybe(chance.choice(("1", "2-3", "Suppl_1", "S&1"))),
        page_range=maybe(chance.choice((f"{first}-{first + 9}", "e1001300", f"S{first}-S{first + 2}", "12"))),
        publisher=maybe(chance.choice(("Tests & Sons", "A {Press}", "出版社"))),
        issn=maybe("1549-1676"),
    )
    paper = Paper(
        id=PaperId(f"p{number}"), owner=OwnerId("ann"), filename=f"{number}.pdf", object_name="o",
        created_at=BEGUN + timedelta(seconds=number), updated_at=BEGUN, metadata=known,
    )  # fmt: skip
    notice = WorkNotice(kind="retraction", source="crossref", at=BEGUN, on="2026-01-01")
    return replace(paper, notices=(notice,)) if number % 20 == 0 else paper


def by_biber(works: tuple[Work, ...]) -> int:
    """Print what biber says of the export, and return how much."""
    program = shutil.which("biber")
    if program is None:
        print("biber is not installed: apt-get install biber")
        return 1
    with tempfile.TemporaryDirectory(prefix="scholarai-biber-") as made_folder:
        folder = Path(made_folder)
        (folder / "library.bib").write_bytes(
            b"".join(as_bibtex(Collected(works=works, style="apa", quotes={}, notes={})))
        )
        done = subprocess.run(
            [program, "--tool", "--output-align", "library.bib"],
            cwd=folder, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        said = [line for line in done.stdout.splitlines() if re.match(r"(?:WARN|ERROR|FATAL)", line)]
        read = folder / "library_bibertool.bib"
        entries = len(re.findall(r"^@", read.read_text(encoding="utf-8"), re.MULTILINE)) if read.exists() else 0
    for line in said[:40]:
        print(f"  {line}")
    errors = sum(line.startswith(("ERROR", "FATAL")) for line in said)
    print(
        f"biber: {entries} of {len(works)} entries read, {errors} errors, {len(said) - errors} warnings, exit {done.returncode}"
    )
    return len(said) + (len(works) - entries) + bool(done.returncode)


def by_citeproc(works: tuple[Work, ...]) -> int:
    """Print how many entries each style sets, and return how many are wrong."""
    wrong = 0
    for style in STYLES:
        entries = [text for _, text in bibliography(works, style, "text")]
        bad = [text for text in entries if len(text) < 3 or re.search(r"</?(?:span|i|b|div)\b(?! and)|\ufdd0", text)]
        bad = [text for text in bad if "e. coli" not in text.lower()]  # a title that holds markup is set as it is
        for text in bad:
            print(f"  {text}")
        wrong += len(bad) + (len(works) - len(entries))
        print(f"{style.name}: {len(entries)} of {len(works)} entries set, {len(bad)} odd")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
