"""How many candidates of a table that is filled without a language model answer their column, and whether any cell says what is not true.

`python benchmarks/table_cells.py [--data DIR] [--store DIR] [--show]`

Ready-made columns over the papers of `DIR/pairs` (DIR: `../shared/data` unless given) are judged by gold/table_cells.toml: a candidate
*answers* when its quote holds words of the gold, else it is *beside* the point; a cell without one is *empty*. A cell is *false* when it
says anything but words of the paper: such a statement was not checked. `--store` keeps the papers that were read.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from scholarai import Column, Library
from scholarai.domain.table_spec import TEMPLATES
from scholarai.domain.tables import ShownCell

GOLD = Path(__file__).parent / "gold" / "table_cells.toml"


def main() -> int:
    options = _options()
    gold: dict[str, dict[str, list[str]]] = tomllib.loads(GOLD.read_text(encoding="utf-8"))
    files = {name: options.data / "pairs" / name / f"{name}.pdf" for name in gold}
    there = {name: path for name, path in files.items() if path.is_file()}
    if not there:
        print(f"no paper of the gold in {options.data}/pairs: name a data folder with --data")
        return 2
    names = list(next(iter(gold.values())))
    columns = [Column(template=_template_id(name)) for name in names]
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, Library(options.store or folder) as library:
        papers = [library.add(path) for path in there.values()]
        begun = time.monotonic()
        table = library.table(columns, papers, title="Benchmark")
        seconds = time.monotonic() - begun
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for paper, row in zip(there, table.rows, strict=True):
        for name, cell in zip(names, row.cells, strict=True):
            outcome = judged(cell, gold[paper][name])
            counts[name][outcome] += 1
            if options.show and outcome != "answers":
                print(f"{outcome:6} {paper} {name}: {cell.value} | {_quoted(cell)[:150]}")
    _print(counts, len(there), seconds)
    return 0


def judged(cell: ShownCell, wanted: Sequence[str]) -> str:
    """Return `answers`, `beside`, `empty` or `false`."""
    if not cell.value:
        return "empty"
    quote = _folded(_quoted(cell))
    if cell.state != "candidate" or _folded(cell.value) not in quote:
        return "false"
    return "answers" if any(_folded(words) in quote for words in wanted if words) else "beside"


def _quoted(cell: ShownCell) -> str:
    return " ".join(citation.text or citation.quote for citation in cell.citations)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _template_id(name: str) -> str:
    return next(one.id for one in TEMPLATES if one.id.endswith(f".{name}"))


def _print(counts: Mapping[str, Counter[str]], papers: int, seconds: float) -> None:
    total = sum(counts.values(), Counter[str]())
    for name, own in (*counts.items(), ("all", total)):
        cells = own.total()
        print(
            f"{name:12} answers {own['answers']}/{cells} = {own['answers'] / cells:.3f}  beside {own['beside']}  empty {own['empty']}"
            f"  false {own['false']}"
        )
    print(f"{papers} papers, {total.total()} cells in {seconds:.1f} s")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--store", type=Path)
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
