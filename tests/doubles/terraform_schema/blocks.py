"""What a resource takes, in Terraform's own terms: attributes with their types, and blocks of attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Type: TypeAlias = Any
"""A type as Terraform's protocol writes it in JSON: `"string"`, `["list", "string"]`, `["object", {...}]`."""
Nesting: TypeAlias = Literal["single", "list", "set"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One argument or result; `choices` are the only values it takes, none when any text will do."""

    type: Type
    required: bool = False
    optional: bool = False
    computed: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    attributes: Mapping[str, Attribute]
    blocks: Mapping[str, NestedBlock] = field(default_factory=dict)

    @property
    def type(self) -> Type:
        """Return the type of a value of this block."""
        inner = {name: nested.type for name, nested in self.blocks.items()}
        return ["object", {name: attribute.type for name, attribute in self.attributes.items()} | inner]


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedBlock:
    """A block inside another one; `most` is 0 where there may be any number."""

    block: Block
    nesting: Nesting
    least: int = 0
    most: int = 0

    @property
    def type(self) -> Type:
        return self.block.type if self.nesting == "single" else [self.nesting, self.block.type]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderSchema:
    """A provider: its own settings, its resources and its data sources, by their names in Terraform."""

    version: str
    provider: Block
    resources: Mapping[str, Block]
    data_sources: Mapping[str, Block]
