"""What docs/gcloud.md tells to deploy is what the code and Terraform deploy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from scholarai.config import Settings
from scholarai.entrypoints.events import SWEEP_DUE
from scholarai.entrypoints.generated import names
from scholarai.local.functions import TARGETS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "gcloud.md").read_text()
SIZES = (ROOT / "terraform" / "functions.tf").read_text()
COMMANDS = dict(re.findall(r"^gcloud functions deploy scholarai-(\w+) ((?:.*\\\n)*.*)$", PAGE, re.MULTILINE))


def test_every_function_is_deployed_from_its_bundle() -> None:
    assert {(name, _flag(name, "entry-point"), _flag(name, "source")) for name in COMMANDS} == {
        (name, target, f"build/{name}") for name, target in TARGETS.items()
    }


@pytest.mark.parametrize("name", TARGETS)
def test_a_function_is_as_large_as_terraform_makes_it(name: str) -> None:
    size = re.search(
        rf"^    {name} +=.*memory_gib = ([\d.]+), cpu = \"(\d)\", timeout_s = (\d+), concurrency = (\d+)",
        SIZES,
        re.MULTILINE,
    )
    assert size is not None
    memory, cpu, timeout, concurrency = size.groups()

    assert _flag(name, "memory") in {f"{memory}Gi", f"{1024 * float(memory):.0f}Mi"}
    assert [_flag(name, flag) for flag in ("cpu", "timeout", "concurrency")] == [cpu, f"{timeout}s", concurrency]
    assert f"unpack {name} {concurrency}\n" in PAGE


def test_the_settings_are_read_and_accepted() -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    env = yaml.safe_load(block)

    assert set(env) <= names()
    assert Settings.from_env({**env, "K_SERVICE": "a-function"}).backend == "gcp"


def test_the_sweep_is_one_that_extract_takes() -> None:
    (event,) = re.findall(r"--message-body '(.*)'", PAGE)

    assert json.loads(event)["type"] == SWEEP_DUE


def _flag(name: str, flag: str) -> str:
    found = re.search(rf"--{flag} (\S+)", COMMANDS[name])
    assert found is not None, f"{name} has no --{flag}"
    return found[1]
