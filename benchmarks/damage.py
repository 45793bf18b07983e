"""Sources of every format, and ways to damage a file that a seed repeats."""

from __future__ import annotations

import io
import random
import tarfile
import zipfile
from collections.abc import Callable
from typing import NamedTuple

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


# Those that stand twice are taken twice as often.
_WAYS: tuple[Callable[[bytes, str, random.Random], bytes], ...] = (
    _flip, _cut, _repeat, _insert, _insert, _number, _number, _truncate,
)  # fmt: skip
