"""The outside services that know published works."""

from __future__ import annotations

from typing import Literal, get_args

ServiceName = Literal["crossref", "datacite", "arxiv", "europe_pmc", "unpaywall", "openalex", "semantic_scholar"]
SERVICES: tuple[ServiceName, ...] = get_args(ServiceName)
