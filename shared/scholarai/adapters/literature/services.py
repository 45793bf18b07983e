"""Makes the clients of outside services, as their rows in `domain.service_names` say."""

from __future__ import annotations

from collections.abc import Mapping

from scholarai.adapters.literature.client import LiteratureClient
from scholarai.config import Settings
from scholarai.domain.plugins import left_out, load
from scholarai.domain.service_names import PLUGGED_IN, ROWS, ServiceName
from scholarai.ports.clock import Clock
from scholarai.ports.literature import LiteratureService


def make_services(
    settings: Settings, client: LiteratureClient, clock: Clock
) -> Mapping[ServiceName, LiteratureService]:
    """Return all services; the caller decides which of them may be asked, and for what.

    One of another package that cannot be made is left out with a warning.
    """
    services: dict[ServiceName, LiteratureService] = {}
    for row in ROWS:
        try:
            services[row.name] = load(row.maker)(client, settings, clock)
        except Exception as error:
            if row.name not in PLUGGED_IN:
                raise
            left_out("scholarai.literature", row.name, f"{type(error).__name__}: {error}")
    return services
