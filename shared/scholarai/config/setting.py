"""Declares a setting in one place: its environment variable, default, bounds and meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Generic, TypeVar, overload

T = TypeVar("T")
Name = TypeVar("Name", bound=str)
Environment = Mapping[str, str]
CloudDefault = str | float | None
SAME = "same"


class SettingsError(ValueError):
    """A setting is missing or outside its bounds; the message names it and says what was expected."""


class Setting(Generic[T]):
    """A read-only attribute of `Settings` that is parsed from one environment variable.

    Attributes:
        name: The environment variable.
        default: The text that stands for an unset or blank variable, or what makes it from the environment.
        parse: Returns the value of a text; its ValueError says what was expected.
        says: The meaning, for docs/settings.md; empty for a variable that the platform sets.
        default_says: How the page shows a default that depends on other things.
        bounds: The lowest and the highest number.
        cloud_default: The default of the Terraform variable that sets it; SAME: `default`; None: there is no such variable.
    """

    def __init__(
        self,
        name: str,
        default: str | Callable[[Environment], str],
        parse: Callable[[str], T],
        *,
        says: str,
        default_says: str = "",
        bounds: tuple[float, float] | None = None,
        cloud_default: CloudDefault = None,
    ) -> None:
        self.name = name
        self.default = default
        self.parse = parse
        self.says = says
        self.default_says = default_says
        self.bounds = bounds
        self.cloud_default = default if cloud_default == SAME and isinstance(default, str) else cloud_default

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute = attribute

    @overload
    def __get__(self, settings: None, owner: type) -> Setting[T]: ...
    @overload
    def __get__(self, settings: ReadSettings, owner: type) -> T: ...
    def __get__(self, settings: ReadSettings | None, owner: type) -> Setting[T] | T:
        if settings is None:
            return self
        raise AttributeError(f"{self.attribute} was not read")

    def read(self, env: Environment) -> T:
        """Return the value in this environment.

        Raises:
            SettingsError: If it is not of its kind or outside its bounds.
        """
        text = env.get(self.name, "").strip()
        if not text:
            text = self.default if isinstance(self.default, str) else self.default(env)
        try:
            return self.parse(text)
        except ValueError as error:
            raise SettingsError(f"{self.name} {error}") from None


class ReadSettings:
    """Base of a class that declares settings; an instance reads all of them once and keeps them as plain attributes."""

    def __init__(self, env: Environment) -> None:
        vars(self).update({setting.attribute: setting.read(env) for setting in declared(type(self))})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} is read-only")


def declared(group: type) -> Iterable[Setting[object]]:
    """Yield the settings of a class and its bases, in the order of their declaration."""
    for kind in reversed(group.__mro__):
        yield from (value for value in vars(kind).values() if isinstance(value, Setting))


def text(
    name: str,
    default: str | Callable[[Environment], str] = "",
    *,
    says: str = "",
    default_says: str = "",
    cloud_default: CloudDefault = None,
) -> Setting[str]:
    return Setting(name, default, str, says=says, default_says=default_says, cloud_default=cloud_default)


def folder(name: str, default: Callable[[Environment], str], *, says: str, default_says: str) -> Setting[Path]:
    return Setting(name, default, Path, says=says, default_says=default_says)


def integer(
    name: str, default: int, *, low: int, high: int, says: str, cloud_default: CloudDefault = None
) -> Setting[int]:
    def parse(given: str) -> int:
        try:
            value = int(given)
        except ValueError:
            raise ValueError(f"must be a whole number, got {given!r}") from None
        return _within(value, low, high)

    return Setting(name, str(default), parse, says=says, bounds=(low, high), cloud_default=cloud_default)


def number(
    name: str, default: float, *, low: float, high: float, says: str, cloud_default: CloudDefault = None
) -> Setting[float]:
    def parse(given: str) -> float:
        try:
            value = float(given)
        except ValueError:
            raise ValueError(f"must be a number, got {given!r}") from None
        return _within(value, low, high)

    return Setting(name, str(default), parse, says=says, bounds=(low, high), cloud_default=cloud_default)


def flag(name: str, *, default: bool, says: str) -> Setting[bool]:
    whole = integer(name, int(default), low=0, high=1, says=says)
    return Setting(name, str(int(default)), lambda given: whole.parse(given) == 1, says=says)


def choice(
    name: str,
    names: tuple[Name, ...],
    *,
    default: Callable[[Environment], str] | None = None,
    says: str,
    default_says: str = "",
) -> Setting[Name]:
    """Return a setting that is one of `names`; the first one is the default unless another is given."""

    def parse(given: str) -> Name:
        for known in names:
            if given == known:
                return known
        raise ValueError(f"must be {', '.join(names[:-1])} or {names[-1]}, got {given!r}")

    return Setting(name, default or names[0], parse, says=says, default_says=default_says)


def prices(given: str) -> Mapping[str, tuple[float, float]]:
    """Read `model=input:output` pairs with commas between them, such as `gemini-3.8-flash=0.75:3.75`."""
    prices: dict[str, tuple[float, float]] = {}
    for entry in _entries(given):
        model, _, price = entry.partition("=")
        before, _, after = price.partition(":")
        try:
            prices[model.strip()] = (float(before), float(after))
        except ValueError:
            raise ValueError(f"must hold model=input:output pairs, got {entry!r}") from None
    return prices


def accounts(given: str) -> frozenset[str]:
    """Read e-mail addresses of service accounts with commas between them."""
    for account in _entries(given):
        if account.count("@") != 1 or set(account) & set(" /*"):
            raise ValueError(f"must list e-mail addresses of service accounts, got {account!r}")
    return frozenset(_entries(given))


def origins(given: str) -> tuple[str, ...]:
    """Read origins with commas between them: scheme and host, no path, no wildcard."""
    for origin in _entries(given):
        scheme, found, host = origin.partition("://")
        if scheme not in {"http", "https"} or not found or not host or set(host) & set("/*?# "):
            raise ValueError(f"must list origins such as https://papers.example, got {origin!r}")
    return _entries(given)


def web_address(given: str) -> str:
    """Read the address of a page, or nothing."""
    if given and (not given.startswith(("https://", "http://")) or set(given) & set(' "<>')):
        raise ValueError(f"must begin with https:// or http://, got {given!r}")
    return given


def _entries(given: str) -> tuple[str, ...]:
    """Return the parts of a text that commas separate."""
    return tuple(part.strip() for part in given.split(",") if part.strip())


Number = TypeVar("Number", int, float)


def _within(value: Number, low: Number, high: Number) -> Number:
    if not low <= value <= high:
        raise ValueError(f"must be from {low} to {high}, got {value}")
    return value
