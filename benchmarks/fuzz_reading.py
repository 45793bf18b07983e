"""Damaged files of every format through the reader: `python benchmarks/fuzz_reading.py --data DIR --seconds 60`.

Each run damages one file by its seed: a malformed PDF of DIR where there are any, a paper that we typeset, or a LaTeX,
Markdown or archive source. It must end as content or as a named fault within the wall limit; `reader_crashed` counts as
a finding, whose seed, with the same `--kinds`, `--first SEED --runs 1 --keep FOLDER` repeats. Ends with 1 where there are findings.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tarfile
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

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
MOST_BYTES = 2_000_000
KINDS = ("pdf", "tex", "md", "zip", "tar")
LATEX = rb"""\documentclass{article}
\usepackage{amsmath}
\newcommand{\R}{\mathbb{R}}
\newcommand{\pair}[2][x]{(#1, #2)}
\newif\ifdraft\draftfalse
\title{On Damage}\author{Ada Author\thanks{Institute} \and Ben Builder}
\begin{document}\maketitle
\begin{abstract}We damage papers and read them all the same.\end{abstract}
\section{Introduction}\label{sec:one}
As shown by \citet{author2020} and in \cite[p.~3]{builder2021,author2020}, $x \in \R$ and $\pair{y}$ differ.
\ifdraft Not shown.\else Shown.\fi % a comment
\begin{align}a &= b + c \label{eq:a}\\ \sum_{i=1}^n i &= \frac{n(n+1)}{2}\end{align}
\begin{figure}\includegraphics{f}\caption{A figure with $x^2$.}\label{fig:f}\end{figure}
\begin{table}\begin{tabular}{l|rr}a & \multicolumn{2}{c}{b}\\\hline 1 & 2 & 3\end{tabular}\caption{A table.}\end{table}
\begin{itemize}\item One \item[b] Two\end{itemize}
\input{part}\verb|x_y| \begin{verbatim}code { \end{verbatim}
\begin{theorem}[Name]It holds.\end{theorem}\footnote{A note.}
\begin{thebibliography}{9}\bibitem[Author(2020)]{author2020} A. Author. \emph{Title}. 2020.
\bibitem{builder2021} B. Builder. Other title, 2021. doi:10.1000/182.\end{thebibliography}
\end{document}
"""
PART = rb"\subsection{Part} Text of a part, with \emph{emphasis} and \[ x = y \] in it."
BIB = (
    b"@article{author2020, author = {Author, Ada and Builder, Ben}, title = {A {Title}}, year = 2020, doi = {10.1/x}}\n"
)
MARKDOWN = rb"""---
title: 'On Damage'
authors:
  - name: Ada Author
    orcid: 0000-0002-1825-0097
    affiliation: 1
affiliations:
  - name: Institute
    index: 1
tags: [damage, papers]
bibliography: paper.bib
---

# Summary

We damage papers [@author2020; see also @builder2021, p. 3] and read them, $x^2 + y^2$, all the same.[^1]

$$a = b + c$$ {#eq:a}

## Table

| a | b |
| --- | ---: |
| 1 | `2` |

![A figure.](figure.png){ width=50% }

1. One
   - nested *emphasis*

> A quote.

```python
print("code")
```

[^1]: A note.

# References
"""
TOKENS: dict[str, tuple[bytes, ...]] = {
    "pdf": (
        *(b"/Type /Page", b"/Kids [1 0 R]", b"/Parent 1 0 R", b"endstream", b"endobj\n", b"/Filter /FlateDecode"),
        *(
            b"<<" * 400,
            b"[" * 4000,
            b"(" * 400,
            b"BT /F1 1e9 Tf",
            b" Tm",
            b" 0 0 0 0 0 0 cm",
            b"q " * 500,
            b"/Rotate 90",
        ),
        *(b"/MediaBox [0 0 1e9 1e9]", b"/MediaBox [0 0 0 0]", b"/Count 99999999", b"/Length -1", b" nan ", b"\x00"),
    ),
    "tex": (
        *(
            b"{",
            b"}",
            b"$",
            b"\\",
            b"{" * 3000,
            b"\\begin{align}" * 500,
            b"\\def\\R{\\R\\R}",
            b"\\input{main}",
            b"\\item",
        ),
        *(
            b"\\end{document}",
            b"\\newcommand{\\pair}[9]{#9#1}",
            b"\\ifdraft",
            b"\\else",
            b"\\fi",
            b"\\cite{",
            b"\\verb",
            b"&",
        ),
        *(
            b"\\multicolumn{99999999}{c}{",
            b"\\section",
            b"\\bibitem",
            b"\\expandafter\\def",
            b"#",
            b"\\csname",
            b"^^M",
            b"\\\\",
        ),
        *(
            b"\\loop x\\repeat",
            b"\\let\\R\\section",
            b"\\setcounter{section}{999999999999}",
            b"\\begin{}",
            b"\\end{}",
            b"\xff",
        ),
    ),
    "md": (
        *(
            b"[" * 3000,
            b"> " * 2000,
            b"*" * 2000,
            b"- " * 500,
            b"---\n",
            b"$$",
            b"$",
            b"[@",
            b"]",
            b"|",
            b"```",
            b"[^1]: [^1]",
        ),
        *(
            b"a: &a [*a]\n",
            b"!!python/object:os.system x\n",
            b"title: [1, 2]\n",
            b"authors: 3\n",
            b"\xff\xfe",
            b"<!--",
            b"\x00",
        ),
    ),
    "bib": (b"{" * 2000, b"}", b"@", b"@string{", b",", b"=", b"@article{", b"and " * 500, b'"', b"\\"),
}


class Seed(NamedTuple):
    kind: str  # pdf, tex, md, zip or tar
    data: bytes
    members: dict[str, bytes]  # of an archive


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


def damaged(seeds: list[Seed], seed: int) -> tuple[str, bytes]:
    """Return a kind of file and its bytes; the same number damages the same file in the same way."""
    chance = random.Random(seed)
    kind = chance.choice(sorted({seed.kind for seed in seeds}))
    chosen = chance.choice([seed for seed in seeds if seed.kind == kind])
    if not chosen.members:
        return kind, _mutated(chosen.data, kind, chance)
    members = dict(chosen.members)
    name = chance.choice(sorted(members))
    members[name] = _mutated(members[name], name.rpartition(".")[2], chance)
    if chance.random() < 0.1:
        members[chance.choice(("../up.tex", "/abs.tex", "a/../../b.tex", "x" * 300 + ".tex", "\u202e.tex"))] = PART
    packed = _zip(members) if kind == "zip" else _tar(members)
    return kind, packed if chance.random() < 0.7 else _mutated(packed, "pdf", chance)


def _mutated(data: bytes, kind: str, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 2, 4, 12, 40))):
        data = chance.choice(_WAYS)(data, kind, chance)[:MOST_BYTES]
    return data


def _place(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + int(2 ** chance.uniform(0, 12)))


def _flip(data: bytes, _kind: str, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(min(len(data), chance.choice((1, 8, 64)))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(data: bytes, _kind: str, chance: random.Random) -> bytes:
    start, end = _place(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, _kind: str, chance: random.Random) -> bytes:
    start, end = _place(data, chance)
    to = chance.randrange(len(data) + 1)
    return data[:to] + data[start:end] * chance.choice((1, 1, 2, 50)) + data[to:]


def _insert(data: bytes, kind: str, chance: random.Random) -> bytes:
    to = chance.randrange(len(data) + 1)
    return data[:to] + chance.choice(TOKENS[kind]) + data[to:]


def _number(data: bytes, _kind: str, chance: random.Random) -> bytes:
    places = [i for i, byte in enumerate(data) if 48 <= byte < 58]
    if not places:
        return data
    at = chance.choice(places)
    return data[:at] + chance.choice((b"-1", b"0", b"99999999999", b"1e30", b"0.00001", b"65536")) + data[at + 1 :]


def _truncate(data: bytes, _kind: str, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)] if chance.random() < 0.2 else data


_WAYS: tuple[Callable[[bytes, str, random.Random], bytes], ...] = (
    _flip,
    _cut,
    _repeat,
    _insert,
    _insert,
    _number,
    _number,
    _truncate,
)


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
    """Return papers of ours, packed as usual and with plain streams, where damage reaches what is drawn."""
    import pymupdf

    sys.path.insert(0, str(ROOT / "tests"))  # the typesetter lives there
    from papers import sample

    path = folder / "sample.pdf"
    sample.make(path)
    with pymupdf.open(path) as document:
        return [path.read_bytes(), document.tobytes(expand=255), document.tobytes(garbage=3, use_objstms=1, deflate=1)]


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return packed.getvalue()


def _tar(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


if __name__ == "__main__":
    sys.exit(main())
