"""Writes the tables of docs/settings.md, and Terraform's variables of settings, from the declarations in `config`."""

from __future__ import annotations

import re

from scholarai import config
from scholarai.domain.limits import GIB, KIB, MIB
from scholarai.setting import ReadSettings, Setting, declared

_HEADER = "| name | default | meaning |\n| --- | --- | --- |\n"
_BANNER = "# Made from shared/scholarai/config.py by `python -m scholarai.entrypoints.openapi docs/`. Do not edit.\n"
_UNITS = ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB"))


def with_tables(page: str) -> str:
    """Return the page with the table after the heading of each group of settings replaced.

    Raises:
        ValueError: If the page lacks a group's heading with a table below it.
    """
    for group in config.GROUPS:
        heading = f"## {_heading(group)}\n\n"
        found = re.search(re.escape(heading) + r"(?:\|.*\n)*", page)
        if found is None:
            raise ValueError(f"docs/settings.md lacks the heading {heading.strip()!r}")
        before, after = page[: found.start()], page[found.end() :]
        page = f"{before}{heading}{_table(group)}{after}"
    return page


def terraform() -> str:
    """Return terraform/settings.tf: a variable per setting with a `cloud_default`, and the environment that they make."""
    exposed = [setting for setting in declared(config.Settings) if setting.cloud_default is not None]
    variables = "\n".join(map(_variable, exposed))
    width = max(len(setting.name) for setting in exposed)
    lines = "".join(f"    {setting.name:{width}} = tostring(var.{setting.attribute})\n" for setting in exposed)
    # Empty values are left out: they would come back from Google as none, and differ from then on.
    kept = 'settings_environment = { for name, value in local.settings : name => value if value != "" }'
    return f"{_BANNER}{variables}\nlocals {{\n  settings = {{\n{lines}  }}\n\n  {kept}\n}}\n"


def names() -> frozenset[str]:
    """Return every environment variable that the settings read."""
    return frozenset(setting.name for setting in declared(config.Settings))


def _variable(setting: Setting[object]) -> str:
    number = setting.bounds is not None
    default = f"{setting.cloud_default}" if number else f'"{setting.cloud_default}"'
    text = (
        f'variable "{setting.attribute}" {{\n'
        f'  description = "{setting.name}: {setting.says}."\n'
        f"  type        = {'number' if number else 'string'}\n"
        f"  default     = {default}\n"
    )
    return text + (_validation(setting.attribute, *setting.bounds) if setting.bounds else "") + "}\n"


def _validation(name: str, low: float, high: float) -> str:
    return (
        "\n  validation {\n"
        f"    condition     = var.{name} >= {low:.0f} && var.{name} <= {high:.0f}\n"
        f'    error_message = "{name} must be from {low:.0f} to {high:.0f}."\n'
        "  }\n"
    )


def _heading(group: type[ReadSettings]) -> str:
    return (group.__doc__ or "").rstrip(".")


def _table(group: type[ReadSettings]) -> str:
    rows = (setting for setting in declared(group) if setting.says)
    return _HEADER + "".join(f"| `{row.name}` | {_default(row)} | {row.says} |\n" for row in rows)


def _default(setting: Setting[object]) -> str:
    if setting.default_says:
        return setting.default_says
    if not isinstance(setting.default, str):
        raise TypeError(f"{setting.name} needs default_says: its default depends on the environment")
    if setting.bounds is None:
        return f"`{setting.default}`" if setting.default else "–"
    shown = (_shown(setting, value) for value in (float(setting.default), *setting.bounds))
    return "{} ({}–{})".format(*shown)


def _shown(setting: Setting[object], value: float) -> str:
    if setting.name.endswith("_BYTES"):
        unit, name = next((unit, name) for unit, name in _UNITS if value >= unit)
        return f"{value / unit:g} {name}"
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"
