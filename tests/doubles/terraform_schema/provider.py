"""A provider that knows a schema and nothing else: it checks what it is given, plans by it, and has no cloud behind it.

What a real one would compute is planned as unknown, as Terraform meets it at a first apply; or, where `known` is asked
for, as a text that names resource and attribute, so that a plan shows what refers to what.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgpack
from doubles.terraform_schema.blocks import Attribute, Block, NestedBlock, ProviderSchema
from tf.gen import tfplugin_pb2 as pb
from tf.gen import tfplugin_pb2_grpc as rpc

# Terraform writes a value that is known only after apply as this extension of MessagePack.
UNKNOWN = msgpack.ExtType(0, b"\x00")
_NESTING = {"single": 1, "list": 2, "set": 3}
_ERROR = 1
# What tells resources of one type apart, the first that is set.
_NAMES = ("name", "account_id", "repository_id", "role_id", "service", "display_name", "key_id")


class SchemaProvider(rpc.ProviderServicer):  # type: ignore[misc, name-defined, unused-ignore]  # generated code has no types
    """Answers the calls of plugin protocol 6 that init, validate, plan and mocked tests make; the protocol names them."""

    def __init__(self, schema: ProviderSchema, *, known: bool = False) -> None:
        self._schema = schema
        self._known = known

    def GetMetadata(self, request: Any, context: Any) -> Any:
        return pb.GetMetadata.Response(
            server_capabilities=_capabilities(),
            resources=[pb.GetMetadata.ResourceMetadata(type_name=name) for name in self._schema.resources],
            data_sources=[pb.GetMetadata.DataSourceMetadata(type_name=name) for name in self._schema.data_sources],
        )

    def GetProviderSchema(self, request: Any, context: Any) -> Any:
        return pb.GetProviderSchema.Response(
            provider=_schema(self._schema.provider),
            provider_meta=pb.Schema(block=pb.Schema.Block()),
            resource_schemas={name: _schema(block) for name, block in self._schema.resources.items()},
            data_source_schemas={name: _schema(block) for name, block in self._schema.data_sources.items()},
            server_capabilities=_capabilities(),
        )

    def ValidateProviderConfig(self, request: Any, context: Any) -> Any:
        return pb.ValidateProviderConfig.Response()

    def ValidateResourceConfig(self, request: Any, context: Any) -> Any:
        block = self._schema.resources[request.type_name]
        wrong = [
            pb.Diagnostic(
                severity=_ERROR,
                summary=f"Invalid value for {request.type_name}.{path}",
                detail=f"{path} must be one of {', '.join(attribute.choices)}, got {value!r}",
            )
            for path, attribute, value in _texts(block, _unpack(request.config))
            if attribute.choices and value and value not in attribute.choices
        ]
        return pb.ValidateResourceConfig.Response(diagnostics=wrong)

    def ValidateDataResourceConfig(self, request: Any, context: Any) -> Any:
        return pb.ValidateDataResourceConfig.Response()

    def ConfigureProvider(self, request: Any, context: Any) -> Any:
        return pb.ConfigureProvider.Response()

    def UpgradeResourceState(self, request: Any, context: Any) -> Any:
        return pb.UpgradeResourceState.Response(upgraded_state=pb.DynamicValue(json=request.raw_state.json))

    def ReadResource(self, request: Any, context: Any) -> Any:
        return pb.ReadResource.Response(new_state=request.current_state)

    def PlanResourceChange(self, request: Any, context: Any) -> Any:
        new = _unpack(request.proposed_new_state)
        if new is not None and _unpack(request.prior_state) is None:
            fill = _namer(request.type_name, new) if self._known else lambda _, __: UNKNOWN
            new = _filled(self._schema.resources[request.type_name], new, fill)
        return pb.PlanResourceChange.Response(planned_state=_packed(new))

    def ReadDataSource(self, request: Any, context: Any) -> Any:
        block = self._schema.data_sources[request.type_name]
        config = _unpack(request.config)
        state = _filled(block, config, _namer(request.type_name, config))
        return pb.ReadDataSource.Response(state=_packed(state))

    def GetFunctions(self, request: Any, context: Any) -> Any:
        return pb.GetFunctions.Response()

    def StopProvider(self, request: Any, context: Any) -> Any:
        return pb.StopProvider.Response()


def _capabilities() -> Any:
    return pb.ServerCapabilities(get_provider_schema_optional=False)


def _schema(block: Block) -> Any:
    return pb.Schema(version=0, block=_block(block))


def _block(block: Block) -> Any:
    return pb.Schema.Block(
        attributes=[
            pb.Schema.Attribute(
                name=name,
                type=json.dumps(attribute.type).encode(),
                required=attribute.required,
                optional=attribute.optional,
                computed=attribute.computed,
            )
            for name, attribute in block.attributes.items()
        ],
        block_types=[_nested(name, nested) for name, nested in block.blocks.items()],
    )


def _nested(name: str, nested: NestedBlock) -> Any:
    return pb.Schema.NestedBlock(
        type_name=name,
        block=_block(nested.block),
        nesting=_NESTING[nested.nesting],
        min_items=nested.least,
        max_items=nested.most,
    )


def _texts(block: Block, value: Any, before: str = "") -> Iterator[tuple[str, Attribute, str]]:
    """Return each text in a value with its attribute and its path."""
    if not isinstance(value, dict):
        return
    for name, attribute in block.attributes.items():
        if isinstance(value.get(name), str):
            yield before + name, attribute, value[name]
    for name, nested in block.blocks.items():
        inner = value.get(name)
        for item in inner if isinstance(inner, list) else [inner]:
            yield from _texts(nested.block, item, f"{before}{name}.")


def _filled(block: Block, value: Any, fill: Callable[[str, Attribute], Any]) -> Any:
    """Return a value with what a provider would compute filled in."""
    if not isinstance(value, dict):
        return value
    filled = dict(value)
    for name, attribute in block.attributes.items():
        if attribute.computed and filled.get(name) is None:
            filled[name] = fill(name, attribute)
    for name, nested in block.blocks.items():
        inner = filled.get(name)
        if isinstance(inner, list):
            filled[name] = [_filled(nested.block, item, fill) for item in inner]
        else:
            filled[name] = _filled(nested.block, inner, fill)
    return filled


def _namer(type_name: str, value: Mapping[str, Any]) -> Callable[[str, Attribute], Any]:
    """Return what makes up computed values of a resource: `google_service_account/scholarai-chat/email`."""
    named = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), "")

    def example(name: str, attribute: Attribute) -> Any:
        if isinstance(attribute.type, str):
            return {"string": f"{type_name}/{named}/{name}", "number": 1, "bool": False}.get(attribute.type)
        return [] if attribute.type[0] in {"list", "set"} else {}

    return example


def _unpack(value: Any) -> Any:
    if value.msgpack:
        return msgpack.unpackb(value.msgpack, ext_hook=msgpack.ExtType, strict_map_key=False)
    return json.loads(value.json or b"null")


def _packed(value: Any) -> Any:
    return pb.DynamicValue(msgpack=msgpack.packb(value))
