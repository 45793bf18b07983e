"""The built page, where a function serves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.once import once
from scholarai.bootstrap.stores import Stores

if TYPE_CHECKING:
    from scholarai.ports.stores import ObjectStore


class Site(Stores):
    """The files of the page."""

    @once
    def site_files(self) -> ObjectStore | None:
        """Return the bucket of the built page, or None where others serve the page."""
        if not self.settings().site_bucket:
            return None
        from scholarai.adapters.gcp.clients import Once, storage_client
        from scholarai.adapters.gcp.objects import CloudStorageObjects

        return CloudStorageObjects(
            client=Once(lambda: storage_client(self.settings())), bucket=self.settings().site_bucket
        )
