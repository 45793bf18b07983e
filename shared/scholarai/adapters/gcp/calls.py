"""Firestore calls: each has a deadline, and idempotent ones are retried within it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from google.api_core import exceptions as api_errors
from google.api_core.retry import Retry, if_exception_type

from scholarai.adapters.gcp.errors import STORE, translated_errors

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, DocumentReference, DocumentSnapshot

    StoredDocument: TypeAlias = DocumentSnapshot[Any]
    """A document as it was at one moment, existing or not."""

# A guess: a slower read means an overloaded or unreachable database; chat has 60 s in all.
READ_S = 20.0
# A guess: two thousand chunks with their vectors in one answer.
STREAM_S = 60.0
COMMIT_S = 20.0
# Firestore takes 500 writes in one commit; some commits write the document above, too.
REMOVALS = 400

RETRY = Retry(
    predicate=if_exception_type(
        api_errors.ServiceUnavailable, api_errors.InternalServerError, api_errors.Aborted, api_errors.TooManyRequests
    ),
    initial=0.1,
    maximum=2.0,
    multiplier=2.0,
    timeout=READ_S,
)


def read_document(reference: DocumentReference) -> StoredDocument:
    """Return a document as it is now, existing or not."""
    with translated_errors(STORE):
        return reference.get(retry=RETRY, timeout=READ_S)


def read_query(query: Any, *, read_time: Any = None) -> list[StoredDocument]:
    """Return all that a query finds, in its order, from one moment: now, or `read_time` of an earlier answer."""
    moment = {} if read_time is None else {"read_time": read_time}  # vector queries know no such argument
    with translated_errors(STORE):
        return list(query.stream(retry=RETRY, timeout=STREAM_S, **moment))


def read_total(aggregation: Any) -> int | float:
    """Return the one number that an aggregation asks for; 0 where nothing is found."""
    with translated_errors(STORE):
        (((result,),)) = aggregation.get(retry=RETRY, timeout=READ_S)
    return result.value or 0


def read_documents(
    client: Client, references: Sequence[DocumentReference], fields: Sequence[str] | None, *, read_time: Any = None
) -> Mapping[str, Mapping[str, Any]]:
    """Return the fields of the documents that exist, by path."""
    documents = read_existing(client, references, fields, read_time=read_time)
    return {item.reference.path: item.to_dict() or {} for item in documents}


def read_existing(
    client: Client, references: Sequence[DocumentReference], fields: Sequence[str] | None, *, read_time: Any = None
) -> Sequence[StoredDocument]:
    """Return the documents that exist, in any order; `fields` None: with all their fields."""
    if not references:
        return ()
    with translated_errors(STORE):
        found = client.get_all(list(references), field_paths=fields, retry=RETRY, timeout=STREAM_S, read_time=read_time)
        return [item for item in found if item.exists]


def delete_matching(client: Client, query: Any) -> None:
    """Delete what a query finds, `REMOVALS` documents a commit, until it finds nothing."""
    while documents := read_query(query.select([]).limit(REMOVALS)):
        delete_together(client, [item.reference for item in documents])


def delete_together(client: Client, documents: Sequence[DocumentReference]) -> None:
    """Delete up to `REMOVALS` documents in one commit."""
    batch = client.batch()
    for document in documents:
        batch.delete(document)
    with translated_errors(STORE):
        batch.commit(retry=RETRY, timeout=COMMIT_S)
