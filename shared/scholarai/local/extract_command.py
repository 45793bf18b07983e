"""`scholarai extract`: writes papers as structured JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scholarai import bootstrap
from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.api.sources import open_source
from scholarai.domain.codec import to_json
from scholarai.domain.errors import ScholarError
from scholarai.entrypoints.content_schemas import ExtractedPaper
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain
from scholarai.local.inputs import InputError, inputs
from scholarai.local.jsonl import write_whole
from scholarai.local.naming import output_names
from scholarai.local.progress import ProgressLine
from scholarai.ports.reading import PaperReader
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.splitting import split

# A file on its own has one generation.
_GENERATION = 1


def extract(files: Sequence[Path], output: Path | None) -> int:
    """Read every paper, write `output/<name>.json` (stdout for a single one without `output`), return the exit code.

    Each is read in a process of its own, forked from one that is warm, as many at once as there are processors. An interruption leaves what is finished.
    """
    with inputs(files) as given, ProgressLine(len(given.papers)) as progress:
        if output is None and len(given.papers) > 1:
            return complain("several files need -o DIR", USAGE)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
        for fault in given.faults:
            progress.say(str(fault))
        names = output_names(given.papers)
        targets = {paper: output and output / f"{names[paper]}.json" for paper in given.papers}
        done = _extract_all(targets, progress)
    return DONE if done and not given.faults else SOME_FAILED


def _extract_all(targets: Mapping[Path, Path | None], progress: ProgressLine) -> bool:
    temporary_directories = LockedTemporaryDirectories.of_system()
    temporary_directories.sweep()
    with bootstrap.process.reader().for_many() as reader, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            read = pool.map(
                lambda paper: _extract_one(reader, temporary_directories, paper, targets[paper], progress), targets
            )
            return all(list(read))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _extract_one(
    reader: PaperReader,
    temporary_directories: TemporaryDirectories,
    paper: Path,
    target: Path | None,
    progress: ProgressLine,
) -> bool:
    try:
        with open_source(paper, temporary_directories) as source:
            content = reader.read(source, lambda page, pages: progress.advance(paper.name, page, pages))
    except ScholarError as error:
        progress.say(str(InputError(paper, error)))
        return False
    finally:
        progress.finish(paper.name)
    extracted = ExtractedPaper.with_chunks(content, split(content, generation=_GENERATION), source=paper.name)
    text = f"{to_json(extracted).decode()}\n"
    if target is None:
        sys.stdout.write(text)
    else:
        write_whole(target, text)
    return True
