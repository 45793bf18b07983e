"""Builds what shows, changes and tries the model that answers."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from scholarai.bootstrap.models import Models
from scholarai.bootstrap.once import once
from scholarai.config import Settings, SettingsError
from scholarai.domain.errors import InvalidRequestError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scholarai.domain.model_choice import ModelChoice
    from scholarai.ports.model_choice import FoundServer
    from scholarai.services.model_settings import ModelSettings
    from scholarai.services.trying import TryModel


class Choosing(Models):
    """The services of the model's settings."""

    def model_settings(self) -> ModelSettings:
        from scholarai.adapters.models.offers import in_use, offers
        from scholarai.services.model_settings import ModelSettings

        return ModelSettings(
            store=self.model_choice(),
            offers=lambda: offers(os.environ),
            in_use=lambda: in_use(self.settings(), self.provider()),
            found=self._found,
            check=self._check,
            use=self._use,
        )

    def try_model(self) -> TryModel:
        import time

        from scholarai.services.trying import TryModel

        return TryModel(
            model=self.text_model,
            spending=self.spending(),
            clock=time.monotonic,
            is_allowed=self.model_choice() is not None,
        )

    def _found(self) -> list[FoundServer]:
        from scholarai.adapters.models.found import found_servers

        with _said_to_the_caller():
            return found_servers(self.settings())

    def _check(self, choice: ModelChoice) -> None:
        """Make everything that a choice names, in a system of its own."""
        from scholarai.config_choice import with_choice

        with _said_to_the_caller():
            tried = type(self)(Settings.from_env(with_choice(os.environ, choice)), self.backend())
            tried.require_models()
            tried.embedder()

    def _use(self) -> None:
        """Forget the settings and every model: they are made again by the next question."""
        self.settings.cache_clear()
        for name, made in vars(Models).items():
            if isinstance(made, once):
                getattr(self, name).cache_clear()


@contextlib.contextmanager
def _said_to_the_caller() -> Iterator[None]:
    """Raise what is wrong with settings as an error of the request that gave them."""
    try:
        yield
    except SettingsError as error:
        raise InvalidRequestError("model_settings_invalid", str(error)) from None
