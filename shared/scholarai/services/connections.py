"""Connects Zotero and services that know published works, within what the environment allows."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from scholarai.domain.connections import Connections, Grant, Watched
from scholarai.domain.errors import ConflictError, InvalidRequestError
from scholarai.domain.values import Value
from scholarai.ports.model_choice import ChoiceStore
from scholarai.ports.zotero import FoundProgram

# Keys of zotero.org have 24 letters and digits; a guess with room to spare.
_KEY_CHARACTERS = 200


class ChangeConnections(Value, frozen=True, kw_only=True):
    """What the owner of a machine may see and change of its connections.

    Attributes:
        store: None where the operator's settings alone count.
        fixed: The variables that the environment sets: those of looking up, of the program, of the key.
        program: Looks for the Zotero program.
        check_key: Raises ConflictError if zotero.org does not know a key.
        ask: Asks the program for permission to write.
        use: Applies the stored choices from the next request on.
    """

    store: ChoiceStore[Connections] | None
    fixed: Callable[[], tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]
    program: Callable[[], FoundProgram]
    check_key: Callable[[str], None]
    ask: Callable[[FoundProgram], Grant]
    use: Callable[[], None]

    @property
    def is_changeable(self) -> bool:
        return self.store is not None

    def connected(self) -> Connections:
        return (self.store.read() if self.store is not None else None) or Connections()

    def look_up(self, on: bool) -> None:
        """Switch looking up published works at outside services on or off.

        Raises:
            ConflictError: `settings_fixed` if the operator's settings decide, as everywhere here.
        """
        self._require_free(self.fixed()[0])
        self._keep(replace(self.connected(), looks_up=on))

    def connect_program(self, on: bool) -> None:
        """Connect or disconnect the program on this machine; disconnecting ends watching, too."""
        self._require_free(self.fixed()[1])
        known = self.connected()
        self._keep(replace(known, zotero_program=on, watched=known.watched if on else None))

    def use_key(self, key: str) -> None:
        """Use a key of zotero.org; an empty one is forgotten.

        Raises:
            InvalidRequestError: If no key looks like this.
            TransientError: If zotero.org does not answer.
        """
        self._require_free(self.fixed()[2])
        key = key.strip()
        if len(key) > _KEY_CHARACTERS or not (key == "" or (key.isascii() and key.isalnum())):
            raise InvalidRequestError("key_invalid", "a key of Zotero has letters and digits alone")
        if key:
            self.check_key(key)
        self._keep(replace(self.connected(), zotero_key=key))

    def watch(self, watched: Watched | None) -> None:
        """Import what is new in a collection or a library automatically; None ends that."""
        self._keep(replace(self.connected(), watched=watched))

    def allow_writing(self) -> None:
        """Let the program ask its user whether it may be written to.

        Raises:
            ConflictError: If the answer is no, or the program cannot be written to.
            TransientError: If it does not answer.
        """
        self._required()
        found = self.program()
        if not found.server_id:
            raise ConflictError(
                "zotero_reads_only",
                "no Zotero runs on this machine that can be written to",
                action="Start Zotero 10 or later, or give a key of zotero.org.",
            )
        self._keep(replace(self.connected(), grant=self.ask(found)))

    def _keep(self, connections: Connections) -> None:
        self._required().write(connections)
        self.use()

    def _require_free(self, names: tuple[str, ...]) -> None:
        self._required()
        if names:
            raise ConflictError(
                "settings_fixed",
                f"{names[0]} is set in the environment",
                action="Change it there, or start the server without it.",
            )

    def _required(self) -> ChoiceStore[Connections]:
        if self.store is None:
            raise ConflictError("settings_fixed", "the operator of this server chose its settings")
        return self.store
