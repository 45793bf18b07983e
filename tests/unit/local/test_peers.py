"""Whose a loopback connection is."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, nullcontext

import pytest
from doubles.other_account import NOBODY, as_nobody, needs_root

from scholarai.local.peers import account_of, tells_accounts

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose a connection is")


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def connected(listener: socket.socket, family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    host, port = listener.getsockname()
    client = socket.socket(family)
    if family == socket.AF_INET6:
        client.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        host = f"::ffff:{host}"
    client.connect((host, port))
    return client


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
@pytest.mark.parametrize("other", [False, pytest.param(True, marks=needs_root)])
def test_a_connection_is_of_the_account_that_opened_it(
    listener: socket.socket, family: socket.AddressFamily, other: bool
) -> None:
    with as_nobody() if other else nullcontext():
        client = connected(listener, family)

    with client, closing(listener.accept()[0]) as connection:
        assert account_of(connection) == (NOBODY if other else os.geteuid())


def test_each_of_many_connections_is_found_while_others_come_and_go(listener: socket.socket) -> None:
    with ExitStack() as opened:
        for _ in range(100):
            opened.enter_context(connected(listener))
            connection = opened.enter_context(listener.accept()[0])
            connected(listener).close()
            opened.enter_context(listener.accept()[0])

            assert account_of(connection) == os.geteuid()


@needs_root
def test_an_end_that_was_closed_is_nobodys_though_the_kernel_lists_it_as_roots(listener: socket.socket) -> None:
    with as_nobody():
        client = connected(listener)
    with closing(listener.accept()[0]) as connection:
        client.sendall(b"DELETE /me HTTP/1.1\r\n\r\n")
        client.close()

        assert account_of(connection) is None


def test_this_system_is_found_to_tell() -> None:
    assert tells_accounts()
