"""Declares the settings of the ways to sign in that the page offers. No I/O; part of `config.Settings`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from scholarai.config.setting import ReadSettings, Setting, flag

# Ids of custom providers in Identity Platform; Terraform adds the part before the dot.
# https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.oauthIdpConfigs
_PROVIDER = re.compile(r"(?:oidc|saml)\.[A-Za-z0-9.-]{1,60}\Z")
# Guesses: nobody finds theirs among more buttons, and longer names do not fit on one.
_MOST_PROVIDERS = 20
_NAME_CHARACTERS = 60


def _providers(given: str) -> Mapping[str, str]:
    if not given:
        return {}
    try:
        named = json.loads(given)
    except ValueError:
        raise ValueError(f"must be a JSON object, got {given!r}") from None
    if not isinstance(named, dict) or len(named) > _MOST_PROVIDERS:
        raise ValueError(f"must be a JSON object with {_MOST_PROVIDERS} providers at most, got {given!r}")
    for provider, name in named.items():
        if not _PROVIDER.match(provider):
            raise ValueError(f"must name providers `oidc.…` or `saml.…`, got {provider!r}")
        if not isinstance(name, str) or not 0 < len(name.strip()) <= _NAME_CHARACTERS:
            raise ValueError(f"must give each provider a name of 1 to {_NAME_CHARACTERS} characters, got {name!r}")
    return {provider: name.strip() for provider, name in named.items()}


class SignIn(ReadSettings):
    """Ways to sign in."""

    sign_in_providers: Setting[Mapping[str, str]] = Setting(
        "SCHOLARAI_SIGN_IN_PROVIDERS",
        "",
        _providers,
        default_says="none",
        says="OpenID Connect and SAML providers of Identity Platform that the page offers: a JSON object of their ids and "
        'of the names on their buttons, such as `{"oidc.ours": "University"}`; Terraform fills it in',
    )
    password_sign_in = flag(
        "SCHOLARAI_PASSWORD_SIGN_IN",
        default=True,
        says="0 lets the page offer the providers alone, without address and password; Terraform fills it in",
    )
