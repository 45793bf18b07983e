"""Damaged files of every format through the reader: `python benchmarks/fuzz_reading.py --data DIR --seconds 60`.

Each run damages one file by its seed: a malformed PDF of DIR where there are any, a paper that we typeset, or a LaTeX,
Markdown or archive source. It must end as content or as a named fault within the wall limit; `reader_crashed` counts as
a finding, whose seed, with the same `--kinds`, `--first SEED --runs 1 --keep FOLDER` repeats. Ends with 1 where there are findings.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from damage import BIB, KINDS, LATEX, MARKDOWN, PART, Seed, damaged

from scholarai.adapters.reading.faults import codes
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError, ScholarError
from scholarai.ports.reading import PaperSource

ROOT = Path(__file__).resolve().parents[1]
LIMITS = ReadLimits(wall_s=20.0, cpu_s=15, ocr_pages=1)
# Beside the wall limit: the start of the process that reads, and its end. A guess.
SLACK_S = 5.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--first", type=int, default=1, help="seed of the first run")
    parser.add_argument("--runs", type=int, default=10**9, help="at most so many")
    parser.add_argument(
        "--kinds", nargs="+", default=KINDS, choices=KINDS, help="what to damage; all of them otherwise"
    )
    parser.add_argument("--keep", type=Path, help="write the damaged files of findings here, or of a single run")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seeds = [seed for seed in _seeds(arguments.data / "malformed", Path(folder)) if seed.kind in arguments.kinds]
        return _fuzz(seeds, arguments, Path(folder))


def _fuzz(seeds: list[Seed], arguments: argparse.Namespace, folder: Path) -> int:
    outcomes: Counter[str] = Counter()
    findings, slowest, seed = 0, 0.0, arguments.first
    reader = SandboxedReader(LIMITS)
    until = time.monotonic() + arguments.seconds
    while time.monotonic() < until and seed < arguments.first + arguments.runs:
        kind, data = damaged(seeds, seed)
        path = folder / f"{seed}.{kind}"
        path.write_bytes(data)
        started = time.monotonic()
        outcome, finding = _read(reader, path)
        spent = time.monotonic() - started
        if spent > LIMITS.wall_s + SLACK_S:
            finding = finding or f"took {spent:.0f} s"
        outcomes[outcome] += 1
        slowest = max(slowest, spent)
        if finding:
            findings += 1
            print(f"finding: seed {seed} ({kind}): {finding}", flush=True)
        if arguments.keep and (finding or arguments.runs == 1):
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / path.name).write_bytes(data)
        path.unlink()
        seed += 1
    print(f"{outcomes.total()} runs, {findings} findings, slowest {slowest:.1f} s (at most {LIMITS.wall_s:.0f})")
    print("  " + ", ".join(f"{code} {count}" for code, count in outcomes.most_common()))
    return 1 if findings else 0


def _read(reader: SandboxedReader, path: Path) -> tuple[str, str]:
    """Return how the reading ended, and what is wrong with that, if anything."""
    source = PaperSource(path=path, filename=path.name, media_type="application/octet-stream")
    try:
        content = reader.read(source, lambda _done, _pages: None)
    except PaperFaultError as error:
        wrong = error.code == "reader_crashed" or error.code not in codes()
        return error.code, f"{error.code}: {error.detail}" if wrong else ""
    except ScholarError as error:
        return error.code, f"{error.code}: {error.detail}"
    return "content", _inconsistency(content)


def _inconsistency(content: PaperContent) -> str:
    text = content.text()
    for block in content.blocks:
        if text[block.start : block.end] != block.text:
            return f"{block.id} is not where it says"
        if any(not 0 <= line.start <= line.end <= len(block.text) for line in block.lines):
            return f"a line of {block.id} is outside it"
        if block.boxes and len(block.boxes) != len(block.lines):
            return f"the boxes of {block.id} do not belong to its lines"
    return ""


def _seeds(malformed: Path, folder: Path) -> list[Seed]:
    seeds = [Seed("pdf", path.read_bytes(), {}) for path in sorted(malformed.glob("*.pdf"))]
    if not seeds:
        print(f"no malformed files at {malformed}: typeset papers are damaged instead")
    seeds += [Seed("pdf", data, {}) for data in _typeset(folder)]
    project = {"main.tex": LATEX, "part.tex": PART, "refs.bib": BIB}
    paper = {"paper.md": MARKDOWN, "paper.bib": BIB}
    seeds += [Seed("tex", LATEX, {}), Seed("md", MARKDOWN, {}), Seed("zip", b"", project), Seed("zip", b"", paper)]
    return [*seeds, Seed("tar", b"", project), Seed("tar", b"", paper)]


def _typeset(folder: Path) -> list[bytes]:
    """Return generated papers, with compressed and with plain streams, where damage reaches what is drawn."""
    import pymupdf

    sys.path.insert(0, str(ROOT / "tests"))  # the typesetter lives there
    from papers import sample

    path = folder / "sample.pdf"
    sample.make(path)
    with pymupdf.open(path) as document:
        return [path.read_bytes(), document.tobytes(expand=255), document.tobytes(garbage=3, use_objstms=1, deflate=1)]


if __name__ == "__main__":
    sys.exit(main())
