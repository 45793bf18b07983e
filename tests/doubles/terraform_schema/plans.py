"""A plan as a reader sees it: resources by type, with the values that they will have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource that would be made; `values` may be edited, to plant an error."""

    address: str
    type: str
    values: dict[str, Any]

    def first(self, block: str) -> dict[str, Any]:
        """Return the only block of this name, empty when there is none."""
        blocks = self.values.get(block) or [{}]
        found: dict[str, Any] = blocks[0]
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    resources: tuple[Resource, ...]

    @classmethod
    def of(cls, shown: Mapping[str, Any]) -> Plan:
        """Read what `terraform show -json` says of a plan."""
        return cls(tuple(_resources(shown["planned_values"]["root_module"])))

    def of_type(self, *types: str) -> list[Resource]:
        return [resource for resource in self.resources if resource.type in types]

    def at(self, address: str) -> Resource:
        return next(resource for resource in self.resources if resource.address == address)

    def without(self, address: str) -> Plan:
        return Plan(tuple(resource for resource in self.resources if resource.address != address))


def planting(address: str, *path: str | int, value: Any) -> Callable[[Plan], Plan]:
    """Return what puts a value into a plan's resource, at the end of a path through its values: an error for a policy to find."""

    def plant(plan: Plan) -> Plan:
        place: Any = plan.at(address).values
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        return plan

    return plant


def _resources(module: Mapping[str, Any]) -> Iterator[Resource]:
    for found in module.get("resources", ()):
        yield Resource(found["address"], found["type"], found["values"])
    for child in module.get("child_modules", ()):
        yield from _resources(child)
