# ruff: noqa: INP001  - a script, not a package
"""Builds the page into web/dist, with the Node of this machine or, without one, with Node from PyPI.

    python web/build.py             build when sources changed; say why not when it cannot be done, and exit 0
    python web/build.py --must      the same, but exit 1 when it cannot be done
    python web/build.py --packages  install the page's packages only, for its tests

Only the standard library: `make run` calls it on machines that have nothing but Python.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

WEB = Path(__file__).resolve().parent
DIST = WEB / "dist"
MODULES = WEB / "node_modules"
NODE_PINS = WEB.parent / "requirements" / "node.txt"
# What Vite 8 asks for.
LEAST_NODE = (20, 19)
SOURCES = (
    "../docs/openapi.json",
    "../docs/constants.json",
    "src",
    "public",
    "index.html",
    "scripts",
    "vite.config.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    ".npmrc",
)
# Made of the first two by scripts/types.mjs.
GENERATED = {"src/api/agreed.json", "src/api/types.ts", "src/api/constants.ts"}
LOCK = ("package.json", "package-lock.json", ".npmrc")
INSTALLING_S = 600
BUILDING_S = 300
# Two that install at once empty each other's folders.
TURN = WEB.parent / "build" / "page.turn"
WAITING_S = INSTALLING_S + BUILDING_S
_PROXY = "(behind a proxy, set HTTPS_PROXY)"


class CannotBuildError(Exception):
    """The page cannot be built here and now; the words are for the person at the terminal."""


def main(arguments: list[str]) -> int:
    try:
        if "--packages" in arguments:
            with in_turn():
                install_packages()
        else:
            build()
    except CannotBuildError as error:
        sys.stderr.write(f"The web page was not built: {error}\nThe API works without it; `make web` tries again.\n")
        return 1 if "--must" in arguments or "--packages" in arguments else 0
    return 0


@contextmanager
def in_turn(limit_s: float = WAITING_S) -> Iterator[None]:
    """Wait until no other process installs or builds here, and keep others waiting meanwhile.

    SQLite's locks are in the standard library on every system, and end with their process.

    Raises:
        CannotBuildError: If another build has not ended after `limit_s` seconds.
    """
    turn = None
    try:
        try:
            TURN.parent.mkdir(exist_ok=True)
            turn = sqlite3.connect(TURN, timeout=limit_s, isolation_level=None)
            turn.execute("BEGIN EXCLUSIVE")
        except (OSError, sqlite3.OperationalError) as error:
            raise CannotBuildError(f"its turn did not come within {limit_s:.0f} s ({TURN}: {error})") from None
        yield
    finally:
        if turn is not None:
            turn.close()


def build() -> None:
    """Build the page unless the one in `dist` was made of these very sources."""
    stamp = DIST / ".stamp"
    digest = digest_of(SOURCES)
    if _read(stamp) == digest:
        return
    with in_turn():
        digest = digest_of(SOURCES)
        if _read(stamp) == digest:
            return
        npm = install_packages()
        sys.stderr.write("Building the page\n")
        _run([npm, "run", "--silent", "build", "--", "--logLevel", "error"], BUILDING_S, "its build failed")
        stamp.write_text(digest)


def install_packages() -> str:
    """Install what package-lock.json names unless it is there, and return the npm to call; only within `in_turn`."""
    npm = find_npm()
    stamp = MODULES / ".stamp"
    digest = digest_of(LOCK)
    if _read(stamp) != digest:
        if MODULES.is_symlink():
            # npm would empty the folder that the link leads to, which is another copy's.
            MODULES.unlink()
        sys.stderr.write("Installing the page's packages, half a minute\n")
        _run(
            [npm, "ci", "--silent", "--no-audit", "--no-fund"],
            INSTALLING_S,
            f"its packages could not be fetched from the npm registry {_PROXY}",
        )
        stamp.write_text(digest)
    return npm


def find_npm() -> str:
    """Return the path of an npm beside a Node that is new enough, installed into this environment if need be."""
    for folder in (None, str(Path(sys.executable).parent)):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm and version_of(node) >= LEAST_NODE:
            return npm
    _install_node()
    npm = shutil.which("npm", path=str(Path(sys.executable).parent))
    if npm is None:
        raise CannotBuildError("Node from PyPI came without npm")
    return npm


def version_of(node: str) -> tuple[int, int]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    match = re.match(r"v(\d+)\.(\d+)", said)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def digest_of(names: Iterable[str]) -> str:
    """Return a digest of the named files and folders: of their paths and bytes, without those that are generated."""
    digest = hashlib.sha256()
    for name in names:
        path = WEB / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            inside = Path(os.path.relpath(file, WEB)).as_posix()
            if file.is_file() and inside not in GENERATED:
                digest.update(f"{inside}\0{file.stat().st_size}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _install_node() -> None:
    sys.stderr.write("No Node 20.19 or newer here: installing the one of PyPI.\n")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", str(NODE_PINS)]
    _run(
        command, INSTALLING_S, f"there is no Node 20.19 or newer here, and it could not be installed from PyPI {_PROXY}"
    )


def _run(command: list[str], limit_s: float, otherwise: str) -> None:
    # Node and npm of an environment call each other by name.
    path = os.pathsep.join([str(Path(command[0]).parent), str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    try:
        done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, timeout=limit_s, check=False)
    except subprocess.TimeoutExpired:
        raise CannotBuildError(f"{otherwise} within {limit_s:.0f} s") from None
    if done.returncode != 0:
        raise CannotBuildError(otherwise)


def _read(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
