"""The indexes and expiry policies that Terraform makes are those that the Firestore adapters ask for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from doubles.terraform_schema.plans import Plan
from doubles.terraform_schema.workspace import ROOT

from scholarai.config import Settings
from scholarai.domain.limits import VECTOR_DIMENSIONS


def test_the_indexes_are_those_of_the_adapters(seen: Plan) -> None:
    assert _planned_indexes(seen) == _listed_indexes()


def test_a_missing_index_is_found(seen: Plan) -> None:
    lacking = seen.without(seen.of_type("google_firestore_index")[0].address)

    assert _planned_indexes(lacking) != _listed_indexes()


def test_vectors_have_the_dimensions_of_the_settings_and_of_the_platform(seen: Plan) -> None:
    sizes = _vector_sizes(seen)

    assert sizes == {settings.embedding_dimensions for settings in _settings(seen)}
    assert max(sizes) <= VECTOR_DIMENSIONS


def test_fields_that_nobody_asks_for_have_no_index_and_those_that_expire_a_policy(seen: Plan) -> None:
    listed = _indexes()["fieldOverrides"]

    planned = {
        (found.values["collection"], found.values["field"], bool(found.values["ttl_config"]))
        for found in seen.of_type("google_firestore_field")
        if found.values["index_config"]
    }
    assert planned == {(field["collectionGroup"], field["fieldPath"], field.get("ttl", False)) for field in listed}


@pytest.mark.parametrize("collection", ["sessions", "messages", "spending", "turns"])
def test_what_expires_is_removed_by_firestore(seen: Plan, collection: str) -> None:
    assert ("expires_at", True) in {
        (found.values["field"], bool(found.values["ttl_config"]))
        for found in seen.of_type("google_firestore_field")
        if found.values["collection"] == collection
    }


@pytest.mark.parametrize(("collection", "field"), [("chunks", "embedding"), ("chunks", "text"), ("messages", "text")])
def test_long_texts_and_vectors_have_no_index_of_their_own(seen: Plan, collection: str, field: str) -> None:
    exempt = {
        (found.values["collection"], found.values["field"])
        for found in seen.of_type("google_firestore_field")
        if not found.first("index_config").get("indexes")
    }

    assert (collection, field) in exempt


def _indexes() -> Any:
    return json.loads((ROOT / "shared/scholarai/adapters/gcp/indexes.json").read_text())


def _listed_indexes() -> set[tuple[Any, ...]]:
    return {
        (
            index["collectionGroup"],
            index["queryScope"],
            tuple(
                (field["fieldPath"], field.get("order") or field.get("arrayConfig") or "VECTOR")
                for field in index["fields"]
            ),
        )
        for index in _indexes()["indexes"]
    }


def _planned_indexes(plan: Plan) -> set[tuple[Any, ...]]:
    return {
        (
            found.values["collection"],
            found.values["query_scope"],
            tuple(
                (field["field_path"], field["order"] or field["array_config"] or "VECTOR")
                for field in found.values["fields"]
            ),
        )
        for found in plan.of_type("google_firestore_index")
    }


def _settings(plan: Plan) -> Iterator[Settings]:
    for function in plan.of_type("google_cloudfunctions2_function"):
        given = function.first("service_config")["environment_variables"]
        # The accounts' addresses are known only after an apply.
        yield Settings.from_env({name: value for name, value in given.items() if name != "SCHOLARAI_PUSH_ACCOUNTS"})


def _vector_sizes(plan: Plan) -> set[int]:
    return {
        vector["dimension"]
        for found in plan.of_type("google_firestore_index")
        for field in found.values["fields"]
        for vector in field["vector_config"]
    }
