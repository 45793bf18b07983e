"""One system: every service, over the settings, stores and models that it is given."""

from __future__ import annotations

from scholarai.bootstrap.adding import Adding
from scholarai.bootstrap.callers import Callers
from scholarai.bootstrap.choosing import Choosing
from scholarai.bootstrap.citing import Citing
from scholarai.bootstrap.exporting import Exporting
from scholarai.bootstrap.own import Own
from scholarai.bootstrap.site import Site
from scholarai.bootstrap.sweeping import Sweeping
from scholarai.bootstrap.tables import Tables
from scholarai.bootstrap.zotero import Zotero


class App(Tables, Zotero, Own, Adding, Exporting, Citing, Choosing, Sweeping, Callers, Site):
    """Makes services; each part is made on first use, and models and stores are kept for the life of the object.

    Two systems in one process share nothing but the processor.
    """
