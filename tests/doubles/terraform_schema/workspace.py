"""A copy of everything that Terraform reads, beside a mirror of the providers' schemas."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from doubles.terraform_schema.mirror import Mirror

from scholarai.local.bundle import make_bundle

ROOT = Path(__file__).parents[3]
TERRAFORM = ROOT / "terraform"
WHEELS = ROOT / ".venv" / "wheels"
VARIABLES: Mapping[str, Any] = {
    "project_id": "papers-of-ours",
    "domain": "papers.example.org",
    "alert_emails": ["somebody@example.org"],
    "billing_account": "012345-6789AB-CDEF01",
    "otlp_endpoint": "https://telemetry.googleapis.com",
}
# A busy machine takes long.
_COMMAND_S = 600.0


class Workspace:
    """Runs the real Terraform on a copy, so that no lock file and no state ever reaches the sources."""

    def __init__(self, place: Path, cache: Path) -> None:
        self.folder = place / "terraform"
        shutil.copytree(TERRAFORM, self.folder, ignore=shutil.ignore_patterns(".terraform*", "*.tfstate*"))
        shutil.copytree(ROOT / "functions", place / "functions", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "shared", place / "shared", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        shutil.copytree(ROOT / "requirements", place / "requirements")
        (place / "docs").mkdir()
        shutil.copy(ROOT / "docs" / "openapi.json", place / "docs")
        _build_site(place / "web" / "dist")
        for function in sorted(path.name for path in (place / "functions").iterdir()):
            make_bundle(function, place / "build" / "bundles", place / "functions")
        (place / "mirror").mkdir()
        self._environment = Mirror(self.folder, WHEELS, place / "mirror", cache).environment

    def run(
        self, *arguments: str, environment: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a Terraform command in the copy, or in another folder, whatever its exit code."""
        return subprocess.run(
            ["terraform", f"-chdir={folder or self.folder}", *arguments],
            env=os.environ | dict(self._environment) | dict(environment or {}),
            capture_output=True,
            text=True,
            timeout=_COMMAND_S,
            check=False,
        )

    def plan(self, variables: Mapping[str, Any] = VARIABLES, *, known: bool = True) -> Any:
        """Return a plan of a first apply as JSON; `known` fills in what a cloud would compute."""
        (self.folder / "test.tfvars.json").write_text(json.dumps(variables))
        environment = {"SCHEMA_PROVIDER_KNOWN": "1"} if known else {}
        planned = self.run(
            "plan", "-input=false", "-no-color", "-var-file=test.tfvars.json", "-out=plan", environment=environment
        )
        assert planned.returncode == 0, planned.stderr
        return json.loads(self.run("show", "-json", "plan", environment=environment).stdout)


def _build_site(folder: Path) -> None:
    """Stand in for the built page: its real index.html, and one file of the kind that a build makes."""
    (folder / "assets").mkdir(parents=True)
    shutil.copy(ROOT / "web" / "index.html", folder)
    (folder / "assets" / "index-0a1b2c3d.js").write_text("export {};\n")
