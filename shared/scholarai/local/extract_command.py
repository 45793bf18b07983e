"""`scholarai extract`: papers into structured JSON."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from scholarai import bootstrap
from scholarai.adapters.workroom import LockedWorkroom
from scholarai.domain.codec import to_plain
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain
from scholarai.local.progress import ProgressLine
from scholarai.local.sources import open_source
from scholarai.ports.reading import PaperReader
from scholarai.ports.workroom import Workroom
from scholarai.splitting import split

# A file on its own has one generation.
_GENERATION = 1


def extract(files: Sequence[Path], output: Path | None) -> int:
    """Read every file, write `output/<stem>.json` (stdout for a single file without `output`), return the exit code.

    Each file is read in a process of its own, as many at once as there are processors.
    """
    if output is None and len(files) > 1:
        return complain("several files need -o DIR", USAGE)
    twice = sorted(stem for stem, n in Counter(file.stem for file in files).items() if n > 1)
    if twice:
        return complain(f"files of the same name would overwrite each other: {', '.join(twice)}", USAGE)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
    reader = bootstrap.reader()
    workroom = LockedWorkroom.of_system()
    workroom.sweep()
    with ProgressLine(len(files)) as progress, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        done = list(pool.map(lambda file: _extract_one(reader, workroom, file, output, progress), files))
    return DONE if all(done) else SOME_FAILED


def content_json(content: PaperContent) -> dict[str, Any]:
    """Return the content and its chunks under the names that DESIGN.md binds; word boxes stay inside."""
    plain = to_plain(content)
    for block in plain["blocks"]:
        del block["lines"]
    plain["chunks"] = [to_plain(chunk) for chunk in split(content, generation=_GENERATION)]
    return plain


def _extract_one(
    reader: PaperReader, workroom: Workroom, file: Path, output: Path | None, progress: ProgressLine
) -> bool:
    try:
        with open_source(file, workroom) as source:
            content = reader.read(source, lambda page, pages: progress.advance(file.name, page, pages))
    except ScholarError as error:
        progress.say(f"{file}: {error.code}: {error.detail} {error.action}".rstrip())
        return False
    finally:
        progress.finish(file.name)
    _write(json.dumps(content_json(content), ensure_ascii=False), file, output)
    return True


def _write(text: str, file: Path, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(f"{text}\n")
        return
    target = output / f"{file.stem}.json"
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    draft.write_text(f"{text}\n", encoding="utf-8")
    draft.replace(target)
