"""Function bundles as they are deployed: `main.py`, `requirements.txt` and the package, in a zip named by its content.

Run it as `python -m scholarai.local.bundle OUT`.
"""

from __future__ import annotations

import hashlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import scholarai
from scholarai.local.functions import FUNCTIONS_DIR, TARGETS

_PACKAGE = Path(scholarai.__file__).parent
# The server, the command line and the Python interface are for one machine alone.
_LEFT_OUT = ("local/", "api/", "testing.py")
# Tables of words and learned weights that code reads, with their sources.
_TABLES = "**/data/*"
# The oldest time that a zip can hold: the same sources make the same bytes, whenever they were checked out.
_TIME = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_HASH_CHARACTERS = 16


def make_bundle(name: str, folder: Path, functions: Path = FUNCTIONS_DIR) -> Path:
    """Write the bundle of a function into `folder` and return its path, `{name}-{digest of names and contents}.zip`.

    Terraform computes the same digest over the sources (`terraform/modules/function`), so that a stale bundle is not deployed.
    """
    files = [(inside, source.read_bytes()) for inside, source in sorted(_files(functions / name))]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{_digest(files)}.zip"
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


def _digest(files: list[tuple[str, bytes]]) -> str:
    lines = "".join(f"{hashlib.sha256(text).hexdigest()}  {inside}\n" for inside, text in files)
    return hashlib.sha256(lines.encode()).hexdigest()[:_HASH_CHARACTERS]


def _files(function: Path) -> Iterator[tuple[str, Path]]:
    yield "main.py", function / "main.py"
    yield "requirements.txt", function / "requirements.txt"
    for source in (*_PACKAGE.rglob("*.py"), *_PACKAGE.glob(_TABLES)):
        inside = source.relative_to(_PACKAGE).as_posix()
        if not inside.startswith(_LEFT_OUT):
            yield f"scholarai/{inside}", source


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
