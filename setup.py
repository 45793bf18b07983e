"""Puts what the local server serves into the wheel: the functions' main.py files, and the web page where it can be built.

Everything else about the package stands in pyproject.toml.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
FUNCTIONS = ("chat", "extract", "review", "status")


class BuildWithServed(build_py):
    """Copies `functions/*/main.py` and `web/dist` to `scholarai/local/served`; an editable install finds them in place."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # modules of an earlier build would come along
        super().run()
        if self.editable_mode:
            return
        served = Path(self.build_lib) / "scholarai" / "local" / "served"
        shutil.rmtree(served, ignore_errors=True)
        for name in FUNCTIONS:
            target = served / "functions" / name
            target.mkdir(parents=True)
            shutil.copyfile(ROOT / "functions" / name / "main.py", target / "main.py")
        if _has_page():
            shutil.copytree(ROOT / "web" / "dist", served / "page", ignore=shutil.ignore_patterns(".stamp"))
        else:
            sys.stderr.write("warning: the wheel is built without the web page; its server has the API alone\n")


def _has_page() -> bool:
    """Build the page where its sources are, unless it is up to date, and tell whether there is one."""
    if (ROOT / "web" / "src").is_dir():
        built = subprocess.run([sys.executable, str(ROOT / "web" / "build.py"), "--must"], check=False)
        return built.returncode == 0
    return (ROOT / "web" / "dist" / "index.html").is_file()


setup(cmdclass={"build_py": BuildWithServed})
