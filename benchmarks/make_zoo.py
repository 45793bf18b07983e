"""Sets the papers of DIR/jats_plos in the looks of many publishers, with gold: `python benchmarks/make_zoo.py OUT`.

OUT/tuning/<look>/<paper>/ holds <paper>.pdf and <paper>.gold.json; OUT/held-back/ the looks and papers on which no rule
may be tuned. Programs and fonts that the machine lacks are fetched from PyPI and Debian into `--engines`.
`python benchmarks/zoo_scores.py OUT/tuning` scores them by look.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from zoo.article import Article, Figure, Table
from zoo.engines import EngineError, Engines
from zoo.jats import Reader
from zoo.looks import Look, held_back, looks
from zoo.page import Page
from zoo.pictures import picture
from zoo.truth import gold_of

HALVES = ("tuning", "held-back")


def main() -> int:
    arguments = _arguments()
    paths = sorted((arguments.data / "jats_plos").glob("*.xml"))
    if not paths:
        print(f"no papers at {arguments.data}/jats_plos: pass --data DIR", file=sys.stderr)
        return 2
    engines, kept = Engines(arguments.engines), held_back(path.stem for path in paths)
    failed = 0
    for half in arguments.half or HALVES:
        hidden = half == "held-back"
        own = [path for path in paths if (path.stem in kept) == hidden][: arguments.papers]
        for look in looks():
            if look.held_back == hidden and look.name in (arguments.looks or [look.name]):
                failed += _set_look(own, look, arguments.out / half / look.name, engines)
    return int(failed > 0)


def _set_look(paths: Sequence[Path], look: Look, folder: Path, engines: Engines) -> int:
    """Set papers in a look; return how many its engine failed on."""
    failed = 0
    for path in paths:
        try:
            set_paper(Reader(path).article(), look, folder, engines)
        except EngineError as error:
            failed += 1
            print(f"{look.name} {path.stem}: {error}", file=sys.stderr)
    print(f"{folder}: {len(paths) - failed} of {len(paths)} papers", flush=True)
    return failed


def set_paper(article: Article, look: Look, folder: Path, engines: Engines) -> Path:
    """Write the PDF of a paper in a look, unless it is there, and its gold."""
    name = article.id.removeprefix("journal.")
    pdf = folder / name / f"{name}.pdf"
    source = pdf.parent / "src"
    source.mkdir(parents=True, exist_ok=True)
    gold = json.dumps(gold_of(article, look), ensure_ascii=False, indent=1)
    (pdf.parent / f"{name}.gold.json").write_text(gold, encoding="utf-8")
    if pdf.exists():
        return pdf
    for number in range(1, 1 + sum(isinstance(block, Figure | Table) for block in article.blocks)):
        (source / f"figure-{number}.svg").write_text(picture(number), encoding="utf-8")
    engines.print(look, Page(article, look), source, pdf)
    return pdf


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--looks", nargs="+", choices=[look.name for look in looks()])
    parser.add_argument("--papers", type=int, help="at most so many of each half")
    parser.add_argument("--half", choices=HALVES, action="append")
    parser.add_argument("--engines", type=Path, default=Path.home() / ".cache" / "scholarai-zoo")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
