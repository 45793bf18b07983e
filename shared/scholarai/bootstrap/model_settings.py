"""Makes the services of the page on which a model is chosen and tried."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from scholarai.adapters.models.offers import found_servers, in_use, offers
from scholarai.bootstrap.system import System
from scholarai.config import Settings, SettingsError
from scholarai.config.connections import with_choice
from scholarai.domain.connections import ModelChoice
from scholarai.domain.errors import InvalidRequestError
from scholarai.ports.model_choice import FoundServer
from scholarai.services.model_settings import ModelSettings, TryModel


@dataclass(eq=False)
class ModelServices:
    """The services of the choice of a model."""

    system: System

    def change_models(self) -> ModelSettings:
        return ModelSettings(
            store=self.system.model_choice(),
            offers=lambda: offers(os.environ),
            in_use=lambda: in_use(self.system.settings(), self.system.models.provider()),
            found=self._found,
            check=self._check,
            use=self._use,
        )

    def try_model(self) -> TryModel:
        return TryModel(
            model=self.system.models.text_model,
            spending=self.system.spending(),
            clock=time.monotonic,
            is_allowed=self.system.model_choice() is not None,
        )

    def _found(self) -> list[FoundServer]:
        with _as_invalid_request():
            return found_servers(self.system.settings())

    def _check(self, choice: ModelChoice) -> None:
        """Make everything that a choice names, in a system of its own."""
        with _as_invalid_request():
            tried = System(Settings.from_env(with_choice(os.environ, choice)), self.system.backend()).models
            tried.require_models()
            tried.embedder()

    def _use(self) -> None:
        """Forget the settings and every model: they are made again by the next question."""
        self.system.settings.cache_clear()
        self.system.models.forget()


@contextlib.contextmanager
def _as_invalid_request() -> Iterator[None]:
    """Raise what is wrong with settings as an error of the request that gave them."""
    try:
        yield
    except SettingsError as error:
        raise InvalidRequestError("model_settings_invalid", str(error)) from None
