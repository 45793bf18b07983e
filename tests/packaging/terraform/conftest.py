"""One Terraform workspace per run; without the binary or the schemas its tests are skipped, and fail in CI."""

from __future__ import annotations

import copy
import os
import shutil
from typing import Any, NoReturn

import pytest
from doubles.terraform_schema.plans import Plan
from doubles.terraform_schema.workspace import WHEELS, Workspace


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Workspace:
    if shutil.which("terraform") is None:
        _give_up("terraform is not installed: its files are not checked here")
    if not list(WHEELS.glob("cdktn_provider_google-*.whl")):
        _give_up("the providers' schemas are not there: run `make test`")
    cache = request.config.cache
    assert cache is not None
    made = Workspace(tmp_path_factory.mktemp("cloud"), cache.mkdir("terraform-schema"))
    begun = made.run("init", "-input=false", "-no-color")
    assert begun.returncode == 0, begun.stderr
    return made


@pytest.fixture(scope="session")
def plan(workspace: Workspace) -> Any:
    """A plan in which every reference can be followed."""
    return workspace.plan()


@pytest.fixture
def seen(plan: Any) -> Plan:
    """That plan as a copy of the test's own, to plant errors in."""
    return Plan.of(copy.deepcopy(plan))


def _give_up(reason: str) -> NoReturn:
    """Skip, or fail where a skipped check would go unseen."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
