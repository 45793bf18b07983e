"""Makes the clients of outside services, as their rows in `domain.service_names` say."""

from __future__ import annotations

from collections.abc import Mapping

from scholarai.adapters.literature.client import LiteratureClient
from scholarai.config import Settings
from scholarai.domain.dotted import load
from scholarai.domain.service_names import ROWS, ServiceName
from scholarai.ports.clock import Clock
from scholarai.ports.literature import LiteratureService


def make_services(
    settings: Settings, client: LiteratureClient, clock: Clock
) -> Mapping[ServiceName, LiteratureService]:
    """Return all services; the caller decides which of them may be asked, and for what."""
    return {row.name: load(row.maker)(client, settings, clock) for row in ROWS}
