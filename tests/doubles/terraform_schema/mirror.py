"""A folder that Terraform takes providers from instead of a registry: schemas with a program that serves each."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from doubles.terraform_schema.bindings import read_schema
from doubles.terraform_schema.blocks import ProviderSchema

TESTS = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r'^(resource|data) "(\w+)" "\w+" \{\n?((?:  .*\n|\n)*)', re.MULTILINE)
_REQUIRED = re.compile(r"^provider\[(.+/(.+)/(.+))\]\s*(?:=\s*)?([\d.]+)$")


class Mirror:
    """Serves every provider that the configuration in `folder` asks for, from the wheels in `wheels`.

    Attributes:
        environment: What a `terraform` command needs in its environment.
    """

    def __init__(self, folder: Path, wheels: Path, place: Path, cache: Path) -> None:
        self._place, self._wheels, self._cache = place, wheels, cache
        # Terraform would look for a newer version of itself; the providers' runner keeps a certificate in HOME.
        settings = place / "terraform.rc"
        settings.write_text(f'provider_installation {{\n  filesystem_mirror {{ path = "{place / "providers"}" }}\n}}\n')
        self.environment = {"TF_CLI_CONFIG_FILE": str(settings), "HOME": str(place), "CHECKPOINT_DISABLE": "1"}
        for address, name, version in _required(folder, self.environment):
            self._add(address, name, version, _used(folder, name))

    def _add(self, address: str, name: str, version: str, used: frozenset[str]) -> None:
        schema = self._schema(name, used)
        if schema.version != version:
            raise ValueError(f"the classes are those of {name} {schema.version}, versions.tf asks for {version}")
        target = self._place / "providers" / address / version / _platform()
        target.mkdir(parents=True)
        described = target / "schema.json"
        described.write_bytes(msgspec.json.encode(schema))
        program = target / f"terraform-provider-{name}_v{version}"
        program.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(TESTS)!r})\n"
            f"from doubles.terraform_schema.__main__ import main\nmain([{str(described)!r}])\n"
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def _schema(self, name: str, used: frozenset[str]) -> ProviderSchema:
        """Return the schema, from an earlier run where the same names were read from the same wheel."""
        wheel = next(self._wheels.glob(f"cdktn_provider_{name.replace('-', '_')}-*.whl"))
        sources = b"".join((Path(__file__).parent / file).read_bytes() for file in ("bindings.py", "blocks.py"))
        key = msgspec.json.encode([wheel.name, sorted(used)]) + sources
        kept = self._cache / f"{name}-{hashlib.sha256(key).hexdigest()[:16]}.json"
        if kept.exists():
            return msgspec.json.decode(kept.read_bytes(), type=ProviderSchema)
        schema = read_schema(wheel, used)
        kept.write_bytes(msgspec.json.encode(schema))
        return schema


def _used(folder: Path, provider: str) -> frozenset[str]:
    """Return the types that the configuration takes from a provider, by its prefix or by its `provider =`."""
    found = set()
    for source in sorted(folder.rglob("*.tf")):
        for kind, name, body in _BLOCK.findall(source.read_text()):
            stated = re.search(r"^  provider\s*=\s*([\w-]+)", body, re.MULTILINE)
            if (stated[1] if stated else name.partition("_")[0]) == provider:
                found.add(name if kind == "resource" else f"data.{name}")
    return frozenset(found)


def _required(folder: Path, environment: Mapping[str, str]) -> Sequence[tuple[str, str, str]]:
    """Return address, name and version of each provider, as Terraform itself understands the configuration."""
    _run(["terraform", f"-chdir={folder}", "get"], environment)
    said = _run(["terraform", f"-chdir={folder}", "providers"], environment)
    lines = (_REQUIRED.match(line.strip("├─└│ \u00a0")) for line in said.splitlines())
    return sorted({(found[1], found[3], found[4]) for found in lines if found})


def _platform() -> str:
    said: str = json.loads(_run(["terraform", "version", "-json"], {}))["platform"]
    return said


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    return subprocess.run(
        command, env=os.environ | dict(environment), check=True, capture_output=True, text=True
    ).stdout
