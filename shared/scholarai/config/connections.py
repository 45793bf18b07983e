"""Turns what was connected on the page into the environment variables that it stands for. No I/O."""

from __future__ import annotations

from scholarai.config.literature import Literature
from scholarai.config.setting import Environment
from scholarai.domain.connections import Connections
from scholarai.domain.service_names import PLUGGED_IN, ROWS, ServiceName

# Where Zotero listens unless its hidden setting `httpServer.port` says otherwise; SCHOLARAI_ZOTERO_URL is for that.
ZOTERO_URL = "http://127.0.0.1:23119"
LOOKS_UP = (Literature.literature.name,)
PROGRAM = (Literature.zotero_url.name,)
KEY = (Literature.zotero_key.name, Literature.zotero_key_file.name)


def set_by(environment: Environment, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of these variables the environment sets; they take precedence over the page."""
    return tuple(name for name in names if environment.get(name, "").strip())


def usual_services(environment: Environment) -> tuple[ServiceName, ...]:
    """Return the services that are switched on together: ours that answer as the environment is, without a key or with it."""
    needed = {row.name: getattr(Literature, row.key_setting).name for row in ROWS if row.key_setting}
    needed["unpaywall"] = Literature.literature_contact.name
    return tuple(
        row.name
        for row in ROWS
        if row.name not in PLUGGED_IN and (row.name not in needed or set_by(environment, (needed[row.name],)))
    )


def with_connections(environment: Environment, connected: Connections | None) -> Environment:
    """Return the environment with what was connected; what the environment sets itself takes precedence."""
    if connected is None:
        return environment
    given = (
        (LOOKS_UP, ",".join(usual_services(environment)) if connected.looks_up else ""),
        (PROGRAM, ZOTERO_URL if connected.zotero_program else ""),
        (KEY, connected.zotero_key),
    )
    return {**environment, **{names[0]: text for names, text in given if text and not set_by(environment, names)}}
