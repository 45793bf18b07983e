"""Names of output files, one for each paper."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

_LAST = 3  # of the levels in `_name`


def output_names(papers: Sequence[Path]) -> Mapping[Path, str]:
    """Return a name for each paper's output, without ending: its stem, where no other paper has the same one.

    Papers that share it get their folder's name before it (`smith2020-main`); those of one folder keep their ending
    (`smith2020-main.tex`); a digest of the path tells the rest apart. Case does not count, since some disks ignore it.
    """
    levels = dict.fromkeys(papers, 0)
    while True:
        names = {path: _name(path.resolve(), level) for path, level in levels.items()}
        counts = Counter(name.casefold() for name in names.values())
        shared = [path for path in papers if counts[names[path].casefold()] > 1 and levels[path] < _LAST]
        if not shared:
            return names
        for path in shared:
            levels[path] += 1


def _name(path: Path, level: int) -> str:
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:8]
    return (
        path.stem,
        f"{path.parent.name}-{path.stem}",
        f"{path.parent.name}-{path.name}",
        f"{path.parent.name}-{path.name}-{digest}",
    )[level]
