"""Operations on what the owner of a machine connects: Zotero, and services that know published works."""

from __future__ import annotations

import os
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from scholarai.bootstrap import App
from scholarai.config.connections import usual_services
from scholarai.domain.connections import Watched
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.service_names import TITLES
from scholarai.domain.zotero import ZoteroKey, is_key
from scholarai.entrypoints.calls import Call, JsonReply, View
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.zotero_schemas import LIBRARY
from scholarai.ports.zotero import ProgramState
from scholarai.services.connections import ChangeConnections


class WatchedView(Watched, View, frozen=True, kw_only=True):
    """The part of Zotero that is imported automatically: a collection with those nested in it, null for a whole library."""


class ZoteroConnection(Struct, frozen=True, kw_only=True):
    """How Zotero is connected.

    `program` is the state of the Zotero program on this machine: `ready`; `closed`; `refused`, it lets no other program read; `old`,
    its version has no local interface; `busy`, it fails at the moment. If `connected`, papers are imported from it, otherwise from
    zotero.org if there is a key. Notes are sent to what `writes` names; `may_ask` tells that the program can be asked for permission to
    write. `fixed_by` are the environment variables that take precedence over what is chosen.
    """

    program: ProgramState
    version: str
    connected: bool
    has_key: bool
    writes: Literal["program", "service", "nothing"]
    may_ask: bool
    watched: WatchedView | None
    fixed_by: tuple[str, ...]


class ConnectionsView(Struct, frozen=True, kw_only=True):
    """The connected services, without their keys.

    `services` are asked about published works, or would be if that were switched on. Without `changeable` the operator's settings
    decide.
    """

    changeable: bool
    looks_up: bool
    looks_up_fixed_by: tuple[str, ...]
    services: tuple[str, ...]
    zotero: ZoteroConnection


class WantedWatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A library by its path of `GET /zotero`, or one of its collections by key."""

    library: Annotated[str, Meta(pattern=LIBRARY)]
    collection: str | None = None


class WantedConnections(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be changed; fields that are left out stay as they are."""

    looks_up: bool | UnsetType = UNSET
    zotero_program: bool | UnsetType = UNSET
    zotero_key: Annotated[str, Meta(description="A key of zotero.org; empty: forget it.")] | UnsetType = UNSET
    watched: (
        Annotated[WantedWatch | None, Meta(description="What is imported automatically; null: nothing.")] | UnsetType
    ) = UNSET


routes = Routes()


@routes.add(
    "GET",
    "/settings/connections",
    "chat",
    "What is connected: Zotero, and services that know published works",
    problems=(403, 409),
    own_page=True,
)
def show_connections(_: Call, app: App) -> JsonReply[ConnectionsView]:
    return JsonReply(value=_shown(app))


@routes.add(
    "PUT",
    "/settings/connections",
    "chat",
    "Connect or disconnect something; on a server of one's own machine",
    problems=(*BODY_PROBLEMS, 403, 409, 503),
    own_page=True,
)
def change_connections(_: Call, body: WantedConnections, app: App) -> JsonReply[ConnectionsView]:
    change = app.zotero.change_connections()
    if body.looks_up is not UNSET:
        change.look_up(body.looks_up)
    if body.zotero_program is not UNSET:
        change.connect_program(body.zotero_program)
    if body.zotero_key is not UNSET:
        change.use_key(body.zotero_key)
    if body.watched is not UNSET:
        change.watch(_watched(body.watched))
    return JsonReply(value=_shown(app))


@routes.add(
    "POST",
    "/settings/connections/permission",
    "chat",
    "Let the Zotero on this machine ask its user whether it may be written to",
    problems=(403, 409, 503),
    own_page=True,
)
def ask_to_write(_: Call, app: App) -> JsonReply[ConnectionsView]:
    app.zotero.change_connections().allow_writing()
    return JsonReply(value=_shown(app))


def _watched(wanted: WantedWatch | None) -> Watched | None:
    if wanted is None:
        return None
    if wanted.collection is not None and not is_key(wanted.collection):
        raise InvalidRequestError("collection_invalid", "a collection of Zotero has a key of eight letters and digits")
    collection = None if wanted.collection is None else ZoteroKey(wanted.collection)
    return Watched(library=wanted.library, collection=collection)


def _shown(app: App) -> ConnectionsView:
    change, settings = app.zotero.change_connections(), app.settings()
    looks_up, program, key = change.fixed()
    return ConnectionsView(
        changeable=change.is_changeable,
        looks_up=bool(settings.literature),
        looks_up_fixed_by=looks_up,
        services=tuple(TITLES[name] for name in settings.literature or usual_services(os.environ)),
        zotero=_zotero(app, change, (*program, *key)),
    )


def _zotero(app: App, change: ChangeConnections, fixed_by: tuple[str, ...]) -> ZoteroConnection:
    settings, connected = app.settings(), change.connected()
    found = change.program() if change.is_changeable else None
    has_key = bool(settings.zotero_key or settings.zotero_key_file)
    grant = connected.grant if settings.zotero_url else None
    return ZoteroConnection(
        program=found.state if found else "closed",
        version=found.version if found else "",
        connected=bool(settings.zotero_url),
        has_key=has_key,
        writes="program" if grant else "service" if has_key else "nothing",
        may_ask=bool(
            settings.zotero_url and found and found.server_id and (grant is None or grant.server_id != found.server_id)
        ),
        watched=WatchedView.of(connected.watched) if connected.watched else None,
        fixed_by=fixed_by,
    )
