"""`scholarai serve`: runs all functions, storage and events in one process behind one local port."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scholarai import bootstrap
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.models.registry import provider_name
from scholarai.adapters.reading.confinement import lacking_here
from scholarai.domain.errors import TransientError
from scholarai.local.admission import Admission
from scholarai.local.data_commands import StoreHeldError, data_folder, served_store
from scholarai.local.functions import FunctionsMissingError, WsgiApp, require_functions
from scholarai.local.page import is_built
from scholarai.local.peers import tells_accounts
from scholarai.local.system import start_system
from scholarai.local.terminal import DONE, SOME_FAILED, TRY_AGAIN, complain
from scholarai.local.welcome import open_browser, welcome, with_token

HOST = "127.0.0.1"
# More than the connections of a browser, so that event streams and slow callers leave room for other calls; threads start
# when they are needed.
THREADS = 64
# How long extractions and streamed answers may run on after SIGTERM; both can be resumed.
GRACE_S = 5
# A worker without a heartbeat for this long is replaced.
SILENCE_S = 120


class PortTakenError(Exception):
    """The server cannot listen where it was told to; the message says what to do."""


def serve(
    port: int, data: Path | None, *, host: str, shows_page: bool | None, all_accounts: bool, read_only: bool
) -> int:
    """Serve the library in a data folder until SIGTERM or SIGINT, and return the exit code if it cannot be served.

    `shows_page` opens the page in a browser; None: where a terminal is. The other options are those of the command line.
    """
    folder = data_folder(data)
    try:
        with served_store(folder, read_only=read_only) as why_read_only:
            _serve(
                port,
                folder,
                host=host,
                shows_page=sys.stderr.isatty() if shows_page is None else shows_page,
                all_accounts=all_accounts,
                why_read_only=why_read_only,
            )
    except StoreHeldError as error:
        return complain(str(error), TRY_AGAIN)
    except (FunctionsMissingError, PortTakenError) as error:
        return complain(str(error), SOME_FAILED)
    return DONE


def _serve(
    port: int, data_dir: Path, *, host: str, shows_page: bool, all_accounts: bool, why_read_only: str | None
) -> None:
    """Serve a store that the caller holds until SIGTERM or SIGINT; does not return.

    Args:
        port: Port of this machine.
        data_dir: The store's folder.
        host: The address of this machine to listen on.
        shows_page: Open the page in a browser once it is there.
        all_accounts: Answer whoever reaches the port, not only the account that runs the server.
        why_read_only: Why the store can only be read; None if it can be written.

    Raises:
        PortTakenError: If another program listens there.
        FunctionsMissingError: If the functions are not beside the package.
        SettingsError: If a setting is wrong, or names a model that is not here.
    """
    require_functions()
    require_port(host, port)
    _set_environment(port, data_dir, read_only=why_read_only is not None)
    bootstrap.process.models.require_models()
    # Where users sign in, each call says whose it is.
    is_open = all_accounts or bootstrap.process.settings().identity != "local"
    start = _Start(
        host=host,
        port=port,
        first_page=first_page(data_dir) if shows_page else None,
        admission=None if is_open else Admission.of(data_dir),
        warns=all_accounts,
        why_read_only=why_read_only,
    )
    if sys.platform == "win32":
        _run_threads(start)
    else:
        _run_gunicorn(start)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """How one server starts.

    Attributes:
        first_page: The path that a browser opens, if one is opened.
        warns: Say that every account is answered.
        why_read_only: What is said where the store can only be read.
    """

    host: str
    port: int
    first_page: str | None
    admission: Admission | None
    warns: bool
    why_read_only: str | None = None


def require_port(host: str, port: int) -> None:
    """Do nothing if the port is free.

    Raises:
        PortTakenError: If another program listens there, or the address is not this machine's.
    """
    try:
        with socket.socket() as trial:
            if sys.platform != "win32":  # there, it would allow to take over a port that is in use
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < 65_535 else 8080
            raise PortTakenError(
                f"port_taken: Port {port} is in use. Take another one: scholarai serve --port {other} (or make run PORT={other})"
            ) from None
        raise PortTakenError(f"{host}:{port}: {error.strerror}") from None


def first_page(data_dir: Path) -> str:
    """Return the path of the room that a browser opens: a library without a file begins with the example of the check."""
    objects = data_dir / "objects"
    return "/" if objects.is_dir() and any(objects.iterdir()) else "/check"


def _run_gunicorn(start: _Start) -> None:
    """Serve from one worker of many threads, as the functions framework does in the cloud.

    The parent only watches: a worker that crashes is replaced, and everything it held is taken up again.
    """
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            for name, value in _options(start).items():
                self.cfg.set(name, value)

        def load(self) -> WsgiApp:
            """Make the application; runs in the worker, after the fork, so that nothing opened is shared."""
            return _system(start)

    Server().run()


def _system(start: _Start) -> WsgiApp:
    return start_system(start.admission)


def _run_threads(start: _Start) -> None:
    """Serve from threads of this process, where gunicorn does not run: on Windows."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        def log_request(self, *_: object) -> None:
            """Log nothing: the address may hold the token of an upload, and the functions log each call."""

    server = make_server(start.host, start.port, _system(start), threaded=True, request_handler=Handler)
    _say_ready(start)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


def _options(start: _Start) -> dict[str, Any]:
    return {
        "bind": f"{start.host}:{start.port}",
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
        "when_ready": lambda _arbiter: _say_ready(start),
    }


def _say_ready(start: _Start) -> None:
    url, settings = f"http://{HOST}:{start.port}", bootstrap.process.settings()
    model = None if provider_name(settings, settings.chat_model) == "local" else settings.chat_model
    token = None if start.admission is None or tells_accounts() else start.admission.token
    _say(welcome(url, page=is_built(), model=model, token=token))
    if start.warns:
        _say(
            "Every account of this machine, and whoever reaches the port, can read and change the library (--all-accounts)."
        )
    if start.why_read_only:
        _say(f"The library is open for reading only: {start.why_read_only}. Conversations last until the server stops.")
    if start.first_page is not None and is_built():
        open_browser(with_token(url + start.first_page, token))
    if lacking_here():
        _say(f"On this system a paper is read with fewer walls around it: {lacking_here()}.")


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


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


def _set_environment(port: int, data_dir: Path, *, read_only: bool) -> None:
    """Set the environment of this process, from which the functions read their settings."""
    os.environ["SCHOLARAI_BACKEND"] = "embedded"
    os.environ["SCHOLARAI_DATA"] = str(data_dir)
    if read_only:
        os.environ["SCHOLARAI_READ_ONLY"] = "1"
    os.environ.setdefault("SCHOLARAI_PUBLIC_URL", f"http://{HOST}:{port}")
