"""Public PDFs of many publishers, brought to a folder: `python benchmarks/fetch_papers.py OUT`.

The list is `public_papers.toml` (repository, commit, path); the files are not kept here. They come from GitHub, or from another place that
`--address` names. A file that cannot be had is named, and the exit code is then 1. What is there already is not fetched again. Whether a
paper is read well is for the eye: `scholarai extract FILE` beside its pages.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

LIST = Path(__file__).with_name("public_papers.toml")
GITHUB = "https://raw.githubusercontent.com/{repository}/{commit}/{path}"
SECONDS = 60
MOST_BYTES = 64 * 1024 * 1024


def fetch(address: str, out: Path) -> None:
    """Write what an address answers to a file; raise `OSError` when it cannot be had whole."""
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        content = answer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(f"more than {MOST_BYTES} bytes")
    out.write_bytes(content)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--address", default=GITHUB, help="with {repository}, {commit} and {path}")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    missing = 0
    for repository in tomllib.loads(LIST.read_text())["repositories"]:
        name, commit = repository["name"], repository["commit"]
        for path in repository["paths"]:
            out = arguments.out / f"{name.partition('/')[0]}-{'-'.join(Path(path).parts[-2:])}".replace(" ", "_")
            try:
                if not out.exists():
                    quoted = urllib.parse.quote(path)
                    fetch(arguments.address.format(repository=name, commit=commit, path=quoted), out)
            except (urllib.error.URLError, OSError) as error:
                missing += 1
                print(f"{name}: {path}: {error}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
