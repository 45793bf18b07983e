"""The operations of the HTTP API. A new one is a row in one of the four tables, and the handler that the row names.

Routing, dispatch, the OpenAPI file and the JSON schemas are made from these tables. They name functions and types instead of
importing them, so that a function loads what its first call needs and nothing else.
"""

from __future__ import annotations

from scholarai.entrypoints.citing_operations import CITING_OPERATIONS
from scholarai.entrypoints.export_operations import EXPORT_OPERATIONS
from scholarai.entrypoints.library_operations import LIBRARY_OPERATIONS
from scholarai.entrypoints.operation import Operation
from scholarai.entrypoints.paper_operations import PAPER_OPERATIONS
from scholarai.entrypoints.review_operations import REVIEW_OPERATIONS
from scholarai.entrypoints.site_operations import SITE_OPERATIONS
from scholarai.entrypoints.table_operations import TABLE_OPERATIONS
from scholarai.entrypoints.work_operations import WORK_OPERATIONS
from scholarai.entrypoints.zotero_operations import ZOTERO_OPERATIONS

OPERATIONS: tuple[Operation, ...] = (
    *EXPORT_OPERATIONS,  # `/papers/export` comes before `/papers/{paper_id}`
    *PAPER_OPERATIONS,
    *CITING_OPERATIONS,
    *LIBRARY_OPERATIONS,
    *WORK_OPERATIONS,
    *ZOTERO_OPERATIONS,
    *REVIEW_OPERATIONS,
    *TABLE_OPERATIONS,
    *SITE_OPERATIONS,
)
