"""Papers made by grammars through the readers: `python benchmarks/fuzz_grammars.py --seconds 60`.

Each grammar has its share of the time. A paper must be read with its text and within the time limit, whatever its front matter,
bibliography, tables or bookmarks are; anything else is a finding, printed as the smallest paper that shows it. LaTeX and Markdown
are read in this process, PDFs in the confined one. Ends with 1 where there are findings.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from grammars import GRAMMARS, MARKER, Case
from hypothesis import HealthCheck, Phase, given, seed, settings

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.parsing.latex import read_latex
from scholarai.parsing.markdown import read_markdown
from scholarai.ports.reading import PaperSource

LIMITS = ReadLimits(wall_s=20.0, cpu_s=15, ocr_pages=1)
# A paper of one page takes milliseconds.
MOST_CPU_S = 5.0
CASES_PER_ROUND = 50


class TookTooLongError(Exception):
    """A paper of one page took more than MOST_CPU_S."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--first", type=int, default=1, help="seed of the first round")
    parser.add_argument("--only", nargs="+", default=list(GRAMMARS), choices=list(GRAMMARS))
    arguments = parser.parse_args()
    share = arguments.seconds / len(arguments.only)
    found = [_fuzz(name, share, arguments.first) for name in arguments.only]
    return 1 if any(found) else 0


def _fuzz(name: str, seconds: float, first: int) -> bool:
    """Try papers of one grammar until the time is over or one is a finding."""
    seen: set[Case] = set()
    started = time.monotonic()
    number = first
    finding = ""
    while not finding and time.monotonic() < started + seconds:
        try:
            _round(name, number, seen, started + seconds)
        except Exception as error:  # noqa: BLE001 - whatever a reader raises is a finding
            finding = f"seed {number}: {type(error).__name__}: {error}\n" + "\n".join(getattr(error, "__notes__", []))
        number += 1
    print(
        f"{name}: {len(seen)} distinct papers in {time.monotonic() - started:.0f} s, {finding or 'no finding'}",
        flush=True,
    )
    return bool(finding)


def _round(name: str, number: int, seen: set[Case], until: float) -> None:
    @seed(number)
    @settings(
        max_examples=CASES_PER_ROUND,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(GRAMMARS[name])
    def one(case: Case) -> None:
        if time.monotonic() < until and case not in seen:
            check(case)
            seen.add(case)

    one()


def check(case: Case) -> None:
    """Read one paper.

    Raises:
        AssertionError: If the paper's text is not in what was read.
        TookTooLongError: If it took too long.
        Exception: What the reader raised.
    """
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_CPU_S)
    try:
        content = _read(case)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    assert MARKER in " ".join(block.text for block in content.blocks), "the paper's text is lost"


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TookTooLongError


def _read(case: Case) -> PaperContent:
    if case.ending == "md":
        return read_markdown(case.text, bibliographies=dict(case.beside))
    if case.ending == "tex":
        return read_latex({"main.tex": case.text.encode(), **{name: text.encode() for name, text in case.beside}})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paper.pdf"
        path.write_bytes(case.text.encode("latin-1"))
        source = PaperSource(path=path, filename=path.name, media_type="application/pdf")
        return SandboxedReader(LIMITS).read(source, lambda _done, _pages: None)


if __name__ == "__main__":
    sys.exit(main())
