"""A provider's schema, read back from the TypeScript classes that CDK Terrain generates from it (MPL-2.0, PyPI)."""

from __future__ import annotations

import base64
import io
import itertools
import json
import re
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from doubles.terraform_schema.blocks import Attribute, Block, NestedBlock, ProviderSchema, Type

# A class file carries the TypeScript that it was compiled from as a source map.
_SOURCE_MAP = re.compile(rb"sourceMappingURL=data:application/json;base64,([A-Za-z0-9+/=]+)")
_CLASS = re.compile(r"^export class (\w+) extends cdktn\.(\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_INTERFACE = re.compile(r"^export interface (\w+?)(?: extends [\w.]+)? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
# Each attribute of a class is announced by a comment, and reaches until the next one.
_ATTRIBUTE = re.compile(
    r"^  // (\w+) - computed: (true|false), optional: (true|false), required: (true|false)$", re.MULTILINE
)
_INNER = re.compile(r'= new (\w+?)(List|Map|OutputReference)\(this, "\w+"(?:, (true|false))?')
_MAP = re.compile(r"= new cdktn\.(String|Number|Boolean|Any)Map\(")
_DECLARED = re.compile(r"private _\w+\??: ([^;=]+);")
_GETTER = re.compile(
    r"this\.get(String|Number|Boolean|List|NumberList|StringMap|NumberMap|BooleanMap|Any|AnyMap)Attribute"
)
_CHOICES = re.compile(r"Possible values: (\[[^\]]*\])")
_DOCUMENTED = re.compile(r"/\*\*(.*?)\*/\s*readonly (\w+)\??:", re.DOTALL)
_VERSION = re.compile(r"providerVersion: '([\d.]+)'")

_SIMPLE: Mapping[str, Type] = {
    "String": "string",
    "Number": "number",
    "Boolean": "bool",
    "List": ["list", "string"],
    "NumberList": ["list", "number"],
    "StringMap": ["map", "string"],
    "NumberMap": ["map", "number"],
    "BooleanMap": ["map", "bool"],
    "Any": "dynamic",
    "AnyMap": ["map", "dynamic"],
}
# A class of such a name would be none in TypeScript.
_KEYWORDS = frozenset({"static"})


class BindingsError(ValueError):
    """The classes are written otherwise than this module expects."""


def read_schema(wheel: Path, names: frozenset[str]) -> ProviderSchema:
    """Return what a wheel's classes say about a provider and those resources and data sources that are named.

    Data sources are named with `data.` before them. A name that the provider lacks is left out: Terraform says so itself.
    """
    wanted = {_folder(name): name for name in names} | {"provider": "provider"}
    found: defaultdict[str, str] = defaultdict(str)
    for folder, source in _sources(wheel, frozenset(wanted)):
        found[folder] += source
    blocks = {wanted[folder]: _main_block(source) for folder, source in found.items()}
    version = next(match[1] for source in found.values() if (match := _VERSION.search(source)))
    return ProviderSchema(
        version=version,
        provider=blocks["provider"],
        resources={name: block for name, block in blocks.items() if not name.startswith(("data.", "provider"))},
        data_sources={name[5:]: block for name, block in blocks.items() if name.startswith("data.")},
    )


def _folder(name: str) -> str:
    """Return the folder of a resource's class: `google_pubsub_topic` is in `pubsub-topic`."""
    if name.startswith("data."):
        return name.replace(".", "-").replace("_", "-")
    folder = name.partition("_")[2].replace("_", "-")
    return f"{folder}-resource" if folder in _KEYWORDS else folder


def _sources(wheel: Path, folders: frozenset[str]) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(wheel) as files:
        inner = next(name for name in files.namelist() if name.endswith(".jsii.tgz"))
        package = io.BytesIO(files.read(inner))
    with tarfile.open(fileobj=package, mode="r:gz") as members:
        for member in members:
            folder = _plain_folder(Path(member.name))
            if folder in folders and (stream := members.extractfile(member)) is not None:
                yield folder, _typescript(stream.read()) + "\n"


def _plain_folder(path: Path) -> str:
    """Return the folder of a class file below package/lib; the beta provider's folders begin with `google-`."""
    return path.parts[2].removeprefix("google-") if path.suffix == ".js" and len(path.parts) > 3 else ""


def _typescript(script: bytes) -> str:
    found = _SOURCE_MAP.search(script)
    if found is None:
        raise BindingsError("a class file has no source map")
    text: str = json.loads(base64.b64decode(found[1]))["sourcesContent"][0]
    return text


def _main_block(source: str) -> Block:
    classes = _Classes(source)
    name = next(
        name
        for name, (base, _) in classes.bodies.items()
        if base in {"TerraformResource", "TerraformDataSource", "TerraformProvider"}
    )
    return classes.block(name, f"{name}Config")


class _Classes:
    """The classes of one file."""

    def __init__(self, source: str) -> None:
        self.bodies = {name: (base, body) for name, base, body in _CLASS.findall(source)}
        self._choices = dict(_documented_choices(source))

    def block(self, name: str, interface: str) -> Block:
        attributes: dict[str, Attribute] = {}
        blocks: dict[str, NestedBlock] = {}
        for attribute, computed, optional, required, body in _attributes(self.bodies[name][1]):
            inner = _INNER.search(body)
            if inner is not None and (optional or required):
                blocks[attribute] = self._nested(attribute, inner, required=required)
                continue
            attributes[attribute] = Attribute(
                type=_simple_type(body) if inner is None else self._result_type(inner),
                required=required,
                optional=optional and not required,
                computed=computed and not required,
                choices=self._choices.get((interface, _camel(attribute)), ()),
            )
        return Block(attributes=attributes, blocks=blocks)

    def _nested(self, attribute: str, inner: re.Match[str], *, required: bool) -> NestedBlock:
        child, kind, is_set = inner.groups()
        block = self.block(f"{child}OutputReference", child)
        if attribute == "timeouts":
            return NestedBlock(block=block, nesting="single")
        if kind == "OutputReference":
            return NestedBlock(block=block, nesting="list", least=int(required), most=1)
        return NestedBlock(block=block, nesting="set" if is_set == "true" else "list", least=int(required))

    def _result_type(self, inner: re.Match[str]) -> Type:
        child, kind, is_set = inner.groups()
        element = self.block(f"{child}OutputReference", child).type
        if kind == "Map":
            return ["map", element]
        return ["set" if is_set == "true" else "list", element]


def _attributes(body: str) -> Iterator[tuple[str, bool, bool, bool, str]]:
    found = list(_ATTRIBUTE.finditer(body))
    for match, following in itertools.zip_longest(found, found[1:]):
        end = following.start() if following else len(body)
        computed, optional, required = (match[place] == "true" for place in (2, 3, 4))
        yield match[1], computed, optional, required, body[match.end() : end]


def _simple_type(body: str) -> Type:
    if made := _MAP.search(body):
        return ["map", _SIMPLE[made[1]]]
    getter = _GETTER.search(body)
    if getter is None:
        return _declared_type(body)
    found = _SIMPLE[getter[1]]
    return ["set", found[1]] if "Fn.tolist(" in body and found[0] == "list" else found


def _declared_type(body: str) -> Type:
    """Return the type that a private field tells, where nothing reads it back; settings of a provider are such."""
    declared = _DECLARED.search(body)
    text = declared[1] if declared else "any"
    if text.startswith("string[]"):
        return ["list", "string"]
    if text.startswith("{"):
        return ["map", "string"]
    return {"string": "string", "number": "number", "boolean": "bool"}.get(text.split(" ")[0], "dynamic")


def _documented_choices(source: str) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    for interface, body in _INTERFACE.findall(source):
        for text, name in _DOCUMENTED.findall(body):
            if found := _CHOICES.search(text):
                yield (interface, name), tuple(json.loads(found[1]))


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
