r"""The files of a LaTeX project: finds the main file, and resolves names in `\input`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

from scholarai.domain.errors import PaperFaultError

_CLASS = re.compile(
    r"^[^%\n]*\\documentclass\s*+(?:\[(?:[^\]\\]|\\(?!documentclass))*+\]\s*+)?+\{([^{}]*+)\}", re.MULTILINE
)
_BEGIN = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)
_PARTS = {"standalone", "subfiles", "beamer", "letter", "tikzposter"}
_USUAL_NAMES = ("main", "paper", "ms", "article", "manuscript", "master", "root", "arxiv")
_SIDE_NAMES = re.compile(r"supp|response|rebuttal|cover|reply|letter|diff|template|sample|slides|poster", re.IGNORECASE)


class Project:
    """Files by path relative to the project's root; paths cannot leave it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {_normal(path): data for path, data in files.items()}
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._files):
            self._by_name.setdefault(posixpath.basename(path).lower(), []).append(path)

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def main_file(self, wanted: str | None) -> str:
        """Return the path of the file that is the paper.

        Raises:
            PaperFaultError: If no file is a LaTeX document.
        """
        if wanted is not None and _normal(wanted) in self._files:
            return _normal(wanted)
        sources = {path: self.text(path) for path in self._files if path.lower().endswith((".tex", ".ltx", ".latex"))}
        documents = [path for path, text in sources.items() if _CLASS.search(text)]
        whole = [path for path in documents if _BEGIN.search(sources[path])]
        candidates = whole or documents or [path for path in sources if _BEGIN.search(sources[path])] or list(sources)
        if not candidates:
            raise PaperFaultError(
                "no_main_file",
                "no file of the project could be the paper: none is LaTeX",
                action="Pack the file with \\documentclass together with what it includes.",
            )
        return min(candidates, key=lambda path: _rank(path, sources[path]))

    def data(self, path: str) -> bytes:
        return self._files[path]

    def text(self, path: str) -> str:
        """Return a file's text, decoded as UTF-8, else as Windows-1252, with line feeds as line ends."""
        data = self._files[path]
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")

    def find(self, name: str, folders: Sequence[str], extensions: Sequence[str]) -> str | None:
        """Return the path of `name` in one of `folders`, as TeX resolves it, else of the only file with that base name."""
        name = name.strip().strip('"')
        longer = [name + extension for extension in extensions]
        names = [name, *longer] if name.lower().endswith(tuple(extensions)) else [*longer, name]
        for folder in folders:
            for candidate in names:
                path = _normal(posixpath.join(folder, candidate))
                if path in self._files and posixpath.splitext(path)[1]:
                    return path
        for candidate in names:
            found = self._by_name.get(posixpath.basename(candidate).lower(), [])
            if len(found) == 1 and posixpath.splitext(found[0])[1]:
                return found[0]
        return None

    def with_extension(self, extension: str) -> Iterator[str]:
        return (path for path in sorted(self._files) if path.lower().endswith(extension))


def _normal(path: str) -> str:
    """Return `path` relative to the root, without leading `..`."""
    return posixpath.normpath("/" + path.replace("\\", "/")).lstrip("/")


def _rank(path: str, text: str) -> tuple[bool, bool, int, int, int, str]:
    stem = posixpath.splitext(posixpath.basename(path))[0].lower()
    found = _CLASS.search(text)
    document_class = found.group(1).strip() if found else ""
    usual = next((k for k, name in enumerate(_USUAL_NAMES) if stem == name), len(_USUAL_NAMES))
    return (
        document_class in _PARTS,
        bool(_SIDE_NAMES.search(stem)),
        usual,
        path.count("/"),
        -len(text),
        path,
    )
