"""`scholarai serve`: runs all functions, storage and events in one process behind one local port."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

from scholarai import bootstrap
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.models.registry import provider_name
from scholarai.adapters.reading.confinement import lacking_here
from scholarai.domain.errors import TransientError
from scholarai.local.functions import WsgiApp, require_functions
from scholarai.local.page import is_built
from scholarai.local.welcome import open_browser, welcome

HOST = "127.0.0.1"
# More than the connections of a browser, so that event streams and slow callers leave room for other calls; threads start
# when they are needed.
THREADS = 64
# How long extractions and streamed answers may run on after SIGTERM; both can be resumed.
GRACE_S = 5
# A worker without a heartbeat for this long is replaced.
SILENCE_S = 120


def serve(port: int, data_dir: Path, *, shows_page: bool) -> None:
    """Serve a store that the caller holds until SIGTERM or SIGINT; does not return.

    Args:
        port: Port of this machine.
        data_dir: The store's folder.
        shows_page: Open the page in a browser once it is there.

    Raises:
        FunctionsMissingError: If the functions are not beside the package.
        SettingsError: If a setting is wrong, or names a model that is not here.
    """
    require_functions()
    _set_environment(port, data_dir)
    bootstrap.process.models.require_models()
    shown = first_page(data_dir) if shows_page else None
    if sys.platform == "win32":
        _run_threads(port, shown)
    else:
        _run_gunicorn(port, shown)


def first_page(data_dir: Path) -> str:
    """Return the path of the room that a browser opens: a library without a file begins with the example of the check."""
    objects = data_dir / "objects"
    return "/" if objects.is_dir() and any(objects.iterdir()) else "/check"


def _run_gunicorn(port: int, shown: str | None) -> None:
    """Serve from one worker of many threads, as the functions framework does in the cloud.

    The parent only watches: a worker that crashes is replaced, and everything it held is taken up again.
    """
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            for name, value in _options(port, shown).items():
                self.cfg.set(name, value)

        def load(self) -> WsgiApp:
            """Make the application; runs in the worker, after the fork, so that nothing opened is shared."""
            return _system()

    Server().run()


def _system() -> WsgiApp:
    from scholarai.local.system import start_system

    return start_system()


def _run_threads(port: int, shown: str | None) -> None:
    """Serve from threads of this process, where gunicorn does not run: on Windows."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        def log_request(self, *_: object) -> None:
            """Log nothing: the address may hold the token of an upload, and the functions log each call."""

    server = make_server(HOST, port, _system(), threaded=True, request_handler=Handler)
    _say_ready(port, shown)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


def _options(port: int, shown: str | None) -> dict[str, Any]:
    return {
        "bind": f"{HOST}:{port}",
        "workers": 1,
        "threads": THREADS,
        "worker_class": "scholarai.local.worker.PatientWorker",
        "timeout": SILENCE_S,
        "graceful_timeout": GRACE_S,
        "keepalive": 5,
        "loglevel": "warning",
        "control_socket_disable": True,
        "proc_name": "scholarai",
        "post_worker_init": _listen_to_parent,
        "worker_exit": _leave,
        "on_exit": lambda _arbiter: bootstrap.process.backend().temporary_directories.sweep(),
        "when_ready": lambda _arbiter: _say_ready(port, shown),
    }


def _say_ready(port: int, shown: str | None) -> None:
    url, settings = f"http://{HOST}:{port}", bootstrap.process.settings()
    model = None if provider_name(settings, settings.chat_model) == "local" else settings.chat_model
    print(welcome(url, page=is_built(), model=model), file=sys.stderr, flush=True)
    if shown is not None and is_built():
        open_browser(url + shown)
    if lacking_here():
        print(
            f"On this system a paper is read with fewer walls around it: {lacking_here()}.", file=sys.stderr, flush=True
        )


def _listen_to_parent(_worker: Any) -> None:
    """Ignore Ctrl-C, which the parent handles: gunicorn 27's worker deadlocks when its parent's signal comes second."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(_arbiter: Any, worker: Any) -> None:
    """End the worker without waiting for its threads; the next server takes up what they were doing."""
    if worker.booted:
        with contextlib.suppress(TransientError):  # the next start releases what is held, too
            _put_off()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _put_off() -> None:
    backend = bootstrap.process.backend()
    if isinstance(backend, EmbeddedBackend):
        backend.put_off()


def _set_environment(port: int, data_dir: Path) -> None:
    """Set the environment of this process, from which the functions read their settings."""
    os.environ["SCHOLARAI_BACKEND"] = "embedded"
    os.environ["SCHOLARAI_DATA"] = str(data_dir)
    os.environ.setdefault("SCHOLARAI_PUBLIC_URL", f"http://{HOST}:{port}")
