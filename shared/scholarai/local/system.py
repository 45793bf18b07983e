"""Starts the parts of the local server: its functions, event delivery and sweepers."""

from __future__ import annotations

import itertools
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from scholarai import bootstrap
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.models.local import LocalEmbedder
from scholarai.adapters.system import SystemClock
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import PAPERS_PER_LIST
from scholarai.domain.paper import Paper
from scholarai.domain.review import STEP_EVENT
from scholarai.entrypoints.telemetry import JsonFormatter
from scholarai.local.admission import Admission
from scholarai.local.delivery import DeadLetters, Delivery, by_type
from scholarai.local.functions import Functions, WsgiApp, load_functions
from scholarai.local.gateway import LOCAL_HOSTS, Front
from scholarai.local.ops_tools import start_again
from scholarai.local.page import WebPage
from scholarai.local.signed_files import ObjectGate
from scholarai.local.terminal import keep_logs_quiet
from scholarai.local.welcome import add_sample
from scholarai.services.papers.owned_papers import Papers

# The lease of a worker that died lasts for a while, and an event that meets it comes back untried; so an event may be
# delivered more often than a paper may be claimed.
DELIVERIES_PER_ATTEMPT = 3
# A guess: nobody waits for it.
SWEEP_EVERY_S = 60.0
# Built-in embedding models of earlier releases.
FORMER_MODELS = frozenset({"all-MiniLM-L6-v2"})

_log = logging.getLogger(__name__)


def start_system(admission: Admission | None) -> WsgiApp:
    """Clean up after the last server, start delivering events, and return the application to serve to those that are admitted."""
    log_to_stderr()
    backend = bootstrap.process.backend()
    if not isinstance(backend, EmbeddedBackend):
        raise TypeError("the local server needs the embedded backend")
    functions, settings = load_functions(), bootstrap.process.settings()
    if not backend.read_only:
        _begin_work(backend, functions)
    threading.Thread(target=_load_library, args=(backend,), name="library", daemon=True).start()
    return Front(
        functions=functions,
        objects=ObjectGate(
            objects=backend.objects,
            signer=backend.signer,
            now=SystemClock().now,
            allowed_origins=settings.allowed_origins,
        ),
        page=WebPage(public_url=settings.public_url),
        admission=admission,
        store=backend,
        hosts=LOCAL_HOSTS | {urlsplit(settings.public_url).hostname or ""},
    )


def _begin_work(backend: EmbeddedBackend, functions: Functions) -> None:
    """Clean up after the last server, and start what works without a call; a full disk hinders none of it from starting."""
    try:
        with backend.room_to_delete():
            backend.recover()
        backend.keep_room()
        if owner := bootstrap.process.settings().default_owner:
            add_sample(backend.objects, OwnerId(owner))
    except (TransientError, ConflictError) as error:
        _log.warning("store not recovered", extra={"code": error.code})
        print(f"The library was opened, but {error.in_words}", file=sys.stderr, flush=True)
    start_delivery(backend, functions)
    threading.Thread(target=_sweep, args=(backend,), name="sweep", daemon=True).start()


def start_delivery(backend: EmbeddedBackend, functions: Functions) -> Delivery:
    """Start delivering the store's events to `extract`, and the orders of reviews to `review`."""
    owner = OwnerId(bootstrap.process.settings().default_owner)
    delivery = Delivery(
        queue=backend.queue,
        app=by_type({STEP_EVENT: functions.review}, otherwise=functions.extract),
        now=SystemClock().now,
        max_attempts=DELIVERIES_PER_ATTEMPT * bootstrap.process.settings().max_attempts,
        on_dead=DeadLetters(backend.papers, backend.reviews, owner, SystemClock().now).record,
    )
    delivery.start()
    return delivery


def _load_library(backend: EmbeddedBackend) -> None:
    """Load the index of a large library, so that the first search does not wait for it, and say if it is searched by words alone."""
    bootstrap.process.models.embedder()
    try:
        backend.search.index.load(OwnerId(bootstrap.process.settings().default_owner))
    except TransientError as error:
        _log.warning("library not loaded", extra={"code": error.code})
    except MemoryError:
        _log.warning("library not loaded", extra={"code": "memory_short"})


def _sweep(backend: EmbeddedBackend) -> None:
    """Run the sweepers once a minute: outbox, retention, what deletions left in the files, vectors of an earlier release."""
    outdated = _outdated_papers()
    restart = bootstrap.process.papers.restart_any_extraction().restart
    sweepers = {
        **bootstrap.process.deletion.sweepers(),
        "erasing": backend.erase,
        "zotero": bootstrap.process.zotero.watch(OwnerId(bootstrap.process.settings().default_owner)).look,
        "embedding": lambda: start_again(itertools.islice(outdated, 1), restart),
    }
    while True:
        sweep_once(sweepers)
        time.sleep(SWEEP_EVERY_S)


def _outdated_papers() -> Iterator[Paper]:
    if not isinstance(bootstrap.process.models.embedder(), LocalEmbedder):
        return iter(())  # another one may cost money
    owner = OwnerId(bootstrap.process.settings().default_owner)
    return outdated_papers(bootstrap.process.papers.owned_papers(), owner)


def outdated_papers(papers: Papers, owner: OwnerId) -> Iterator[Paper]:
    """Yield the papers whose vectors are those of an earlier release's model, or that have none, newest first.

    They are searched by words until they have been extracted again, one a round, so that an upload hardly waits. Vectors of other
    models stay, since somebody paid for them.
    """
    cursor: str | None = None
    while True:
        page = papers.page(owner, limit=PAPERS_PER_LIST, cursor=cursor)
        for paper in page.papers:
            space = paper.engine.space if paper.engine is not None else None
            if paper.status == "completed" and (space is None or space.model in FORMER_MODELS):
                yield paper
        if (cursor := page.next_cursor) is None:
            return


def sweep_once(sweepers: Mapping[str, Callable[[], object]]) -> None:
    """Run each sweeper; one that fails is tried again in the next round."""
    for name, run in sweepers.items():
        try:
            run()
        except TransientError as error:
            _log.warning("outbox not swept", extra={"sweeper": name, "code": error.code})
        except Exception:  # noqa: BLE001  - recorded; a dead thread would end retention and erasing
            _log.exception("sweeper failed", extra={"sweeper": name})


def log_to_stderr() -> None:
    """Send our logs to stderr: a JSON object per line, or on a terminal only warnings as text."""
    logger = logging.getLogger("scholarai")
    if logger.handlers:
        return
    if sys.stderr.isatty():
        keep_logs_quiet()
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(""))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
