"""The outside services that are asked about published works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

ServiceName = Literal["crossref", "datacite", "arxiv", "europe_pmc", "unpaywall", "openalex", "semantic_scholar"]
SERVICES: tuple[ServiceName, ...] = get_args(ServiceName)
# Their names for people.
TITLES: Mapping[ServiceName, str] = {
    "crossref": "Crossref",
    "datacite": "DataCite",
    "arxiv": "arXiv",
    "europe_pmc": "Europe PMC",
    "unpaywall": "Unpaywall",
    "openalex": "OpenAlex",
    "semantic_scholar": "Semantic Scholar",
}
