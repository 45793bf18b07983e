"""Function bundles as they are deployed: `main.py`, `requirements.txt` and the package, in a zip named by its sources.

Run it as `python -m scholarai.local.bundle OUT`.
"""

from __future__ import annotations

import hashlib
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import scholarai
from scholarai.local.functions import FUNCTIONS_DIR, TARGETS

_PACKAGE = Path(scholarai.__file__).parent
# The server, the command line and the Python interface are for one machine alone.
_LEFT_OUT = ("local/", "api/", "testing.py")
_PINS = "requirements/dev.txt"
# Tables of words and learned weights that code reads, with their sources.
_TABLES = "**/data/*"
# The oldest time that a zip can hold: the same sources make the same bytes, whenever they were checked out.
_TIME = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_HASH_CHARACTERS = 16


def make_bundle(name: str, folder: Path, functions: Path = FUNCTIONS_DIR) -> Path:
    """Write the bundle of a function into `folder` and return its path, `{name}-{digest of the sources}.zip`.

    Terraform computes the same digest over the sources (`terraform/modules/function`), so that a stale bundle is not deployed.
    A function's own requirements name versions; their hashes come from the pins that the tests run with.
    """
    sources = [(inside, source.read_bytes()) for inside, source in sorted(_files(functions / name))]
    texts = dict(sources)
    pins = texts.pop(_PINS).decode()
    files = [*(texts | {"requirements.txt": _hashed(texts["requirements.txt"].decode(), pins).encode()}).items()]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{_digest(sources)}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for inside, text in files:
            entry = zipfile.ZipInfo(inside, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = _UNIX
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, text)
    return path


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m scholarai.local.bundle OUT\n")
        return 2
    for name in TARGETS:
        sys.stdout.write(f"{make_bundle(name, Path(arguments[0]))}\n")
    return 0


def _hashed(requirements: str, pins: str) -> str:
    """Return a function's requirements with the hashes that `pins` has for the same versions."""
    entries = (entry.splitlines() for entry in re.split(r"\n(?=\w)", pins.strip()))
    hashes = {first.partition(" ")[0]: lines for first, *lines in entries}
    return "".join("\n".join([f"{line} \\", *hashes[line.partition(" ")[0]], ""]) for line in requirements.splitlines())


def _digest(files: list[tuple[str, bytes]]) -> str:
    lines = "".join(f"{hashlib.sha256(text).hexdigest()}  {inside}\n" for inside, text in files)
    return hashlib.sha256(lines.encode()).hexdigest()[:_HASH_CHARACTERS]


def _files(function: Path) -> Iterator[tuple[str, Path]]:
    yield "main.py", function / "main.py"
    yield "requirements.txt", function / "requirements.txt"
    yield _PINS, function.parents[1] / _PINS
    for source in (*_PACKAGE.rglob("*.py"), *_PACKAGE.glob(_TABLES)):
        inside = source.relative_to(_PACKAGE).as_posix()
        if not inside.startswith(_LEFT_OUT):
            yield f"scholarai/{inside}", source


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
