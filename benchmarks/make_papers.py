"""Writes a small collection of generated papers with gold: `python benchmarks/make_papers.py DIR`.

Benchmarks that take `--data` run on `--data DIR` then; those of one known question set, of labelled references or of
recorded answers say what they miss. The layout is that of a folder of real papers:

- `pairs/<id>/<id>.pdf`, `<id>.gold.json` and the LaTeX source in `src/`; `markdown/<id>/` with `<id>.md` and `paper.bib`;
- `malformed/`: damaged, encrypted and empty files;
- `qa/<set>.jsonl` questions with evidence, `qa/<set>.papers.jsonl` the papers' texts, `qa/scholarqa_multi.jsonl` questions
  for reviews with the passages of experts.

The studies are invented (benchmarks/gold); the same command always writes the same texts.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]  # the typesetter of the tests sets these papers too

import pymupdf  # noqa: E402  - after the path is set
from gold.answers import extraction_gold, paper_row, question_rows, review_rows  # noqa: E402  - after the path is set
from gold.printed import print_study  # noqa: E402  - after the path is set
from gold.sources import bibtex_of, latex_of, markdown_of  # noqa: E402  - after the path is set
from gold.studies import Study, studies  # noqa: E402  - after the path is set

# Every third paper has a Markdown source, the others have LaTeX.
MARKDOWN_EVERY = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    folder = parser.parse_args().folder
    made = make(folder, studies())
    print(f"{len(made)} papers in {folder}: run a benchmark with --data {folder}")
    return 0


def make(folder: Path, chosen: list[Study]) -> list[Path]:
    """Write the papers with their gold, the questions about them, and damaged copies; return the PDFs."""
    made = [_write_paper(folder, study, place) for place, study in enumerate(chosen)]
    _write_malformed(folder / "malformed", made[0])
    for name in dict.fromkeys(study.collection for study in chosen):
        own = [study for study in chosen if study.collection == name]
        _write_rows(folder / "qa" / f"{name}.papers.jsonl", map(paper_row, own))
        _write_rows(folder / "qa" / f"{name}.jsonl", (row for study in own for row in question_rows(study)))
    _write_rows(folder / "qa" / "scholarqa_multi.jsonl", review_rows(chosen))
    return made


def _write_paper(folder: Path, study: Study, place: int) -> Path:
    markdown = place % MARKDOWN_EVERY == MARKDOWN_EVERY - 1
    own = folder / ("markdown" if markdown else "pairs") / study.id
    own.mkdir(parents=True, exist_ok=True)
    if markdown:
        (own / f"{study.id}.md").write_text(markdown_of(study), encoding="utf-8")
        (own / "paper.bib").write_text(bibtex_of(study), encoding="utf-8")
    else:
        (own / "src").mkdir(exist_ok=True)
        (own / "src" / "paper.tex").write_text(latex_of(study), encoding="utf-8")
    gold = json.dumps(extraction_gold(study), ensure_ascii=False, indent=1)
    (own / f"{study.id}.gold.json").write_text(gold, encoding="utf-8")
    print_study(study, own / f"{study.id}.pdf")
    return own / f"{study.id}.pdf"


def _write_malformed(folder: Path, paper: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = paper.read_bytes()
    (folder / "cut.pdf").write_bytes(data[: len(data) // 2])
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "no_xref.pdf").write_bytes(data.replace(b"xref", b"xxxx").replace(b"/Pages", b"/Pagez", 1))
    (folder / "text.pdf").write_text("This is no PDF.\n")
    with pymupdf.open(paper) as document:
        document.save(folder / "encrypted.pdf", encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, user_pw="secret")


def _write_rows(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
