"""Generates the page's constants, pages of the documentation, and Terraform's settings.

They are made from the tables of formats, exports and verdicts, from limits, and from the declarations of settings in `config`.
"""

from __future__ import annotations

import re
from typing import Any

from scholarai import config
from scholarai.config.setting import ReadSettings, Setting, declared
from scholarai.domain import collections, formats, limits, marks, table_spec, verdicts
from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, REVIEW_EXPORTS, TABLES_EXPORTS
from scholarai.domain.limits import GIB, KIB, MIB
from scholarai.domain.plugins import Export
from scholarai.domain.service_names import TITLES
from scholarai.domain.table_exports import TABLE_EXPORTS
from scholarai.entrypoints import page
from scholarai.exporting.styles import STYLES
from scholarai.services.literature import discovering
from scholarai.services.own import marks as marking

_HEADER = "| name | default | meaning |\n| --- | --- | --- |\n"
_UNITS = ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB"))
_PAGE = """# Formats of papers

Made from `shared/scholarai/domain/formats.py` by `python -m scholarai.entrypoints.openapi docs/`.

| format | endings | media type | read from an archive |
| --- | --- | --- | --- |
"""


def constants() -> dict[str, Any]:
    """Return docs/constants.json, from which web/scripts/types.mjs makes the page's constants."""
    return {
        "formats": {
            "endings": list(formats.ENDINGS),
            "kinds": formats.KINDS,
            "sourceKinds": formats.SOURCE_KINDS,
            "inArchives": formats.IN_ARCHIVES,
            "archiveEndings": formats.ARCHIVE_ENDINGS,
        },
        "exports": _shown(REVIEW_EXPORTS),
        "paperExports": _shown(PAPER_EXPORTS),
        "conversationExports": _shown(CONVERSATION_EXPORTS),
        "tablesExports": _shown(TABLES_EXPORTS),
        "columnTemplates": [
            {"id": one.id, "field": one.field, "name": one.name, "question": one.question, "kind": one.kind}
            for one in table_spec.TEMPLATES
        ],
        "citationStyles": {style.name: {"label": style.label} for style in STYLES},
        "tableExports": {export.name: {"label": export.label, "ending": export.ending} for export in TABLE_EXPORTS},
        "services": {name: {"label": title} for name, title in TITLES.items()},
        "verdicts": {row.name: {"look": row.look, "sign": row.sign, "title": row.title} for row in verdicts.ROWS},
        "limits": _limits(),
    }


def _limits() -> dict[str, int]:
    """Return what fields of the page may hold, and what its calls may name."""
    return {
        "questionCharacters": limits.QUESTION_CHARACTERS,
        "searchCharacters": discovering.QUESTION_CHARACTERS,
        "textCharacters": limits.TEXT_CHARACTERS,
        "sessionTitleCharacters": limits.SESSION_TITLE_CHARACTERS,
        "noteCharacters": limits.NOTE_CHARACTERS,
        "markedCharacters": limits.MARKED_CHARACTERS,
        "tagCharacters": marks.TAG_CHARACTERS,
        "collectionCharacters": collections.NAME_CHARACTERS,
        "papersPerMarking": marking.PAPERS_PER_CALL,
        "papersPerList": limits.PAPERS_PER_LIST,
        "worksPerCall": limits.WORKS_PER_CALL,
        "papersPerQuestion": limits.PAPERS_PER_CHAT,
        "papersPerReview": limits.PAPERS_PER_REVIEW,
        "papersPerTable": table_spec.PAPERS_PER_TABLE,
        "columnsPerTable": table_spec.COLUMNS_PER_TABLE,
        "tableTitleCharacters": table_spec.TITLE_CHARACTERS,
        "columnNameCharacters": table_spec.NAME_CHARACTERS,
        "columnQuestionCharacters": table_spec.COLUMN_QUESTION_CHARACTERS,
        "expressionCharacters": table_spec.EXPRESSION_CHARACTERS,
    }


def _shown(exports: tuple[Export, ...]) -> dict[str, Any]:
    return {
        export.name: {"label": export.label, "ending": export.endings[0], "styled": export.styled} for export in exports
    }


def formats_page() -> str:
    """Return docs/formats.md."""
    rows = [
        (kind.label, kind.all_endings, kind.media_type, "yes" if kind.in_archives else "no") for kind in formats.FORMATS
    ]
    rows += [(f"{kind.name} archive", kind.endings, kind.media_type, "–") for kind in formats.ARCHIVES if kind.endings]
    return _PAGE + "".join(
        f"| {label} | {' '.join(f'`{ending}`' for ending in endings)} | `{media_type}` | {archived} |\n"
        for label, endings, media_type, archived in rows
    )


def with_verdicts(page: str) -> str:
    """Return docs/checking.md with the table of verdicts replaced."""
    rows = "".join(
        f"| `{row.name}` | {row.meaning} | {'**no**' if row.look == 'false' else 'yes'} |\n" for row in verdicts.ROWS
    )
    return re.sub(
        r"(?<=\| what it means \| does the paper say this\? \|\n\| --- \| --- \| --- \|\n)(\|.*\n)*",
        lambda _: rows,
        page,
        count=1,
    )


def with_tables(page: str) -> str:
    """Return the page with the table after the heading of each group of settings replaced.

    Raises:
        ValueError: If the page lacks a group's heading with a table below it.
    """
    for group in config.GROUPS:
        heading = f"## {_heading(group)}\n\n"
        match = re.search(re.escape(heading) + r"(?:\|.*\n)*", page)
        if match is None:
            raise ValueError(f"docs/settings.md lacks the heading {heading.strip()!r}")
        before, after = page[: match.start()], page[match.end() :]
        page = f"{before}{heading}{_table(group)}{after}"
    return page


def settings_in_terraform() -> str:
    """Return terraform/settings.tf: a variable per setting with a `cloud_default`, and the environment that they make."""
    exposed = [setting for setting in declared(config.Settings) if setting.cloud_default is not None]
    variables = "\n".join(map(_variable, exposed))
    width = max(len(setting.name) for setting in exposed)
    lines = "".join(f"    {setting.name:{width}} = tostring(var.{setting.attribute})\n" for setting in exposed)
    # Empty values are left out: they would come back from Google as none, and differ from then on.
    kept = 'settings_environment = { for name, value in local.settings : name => value if value != "" }'
    return f"{_banner('config/__init__.py')}{variables}\nlocals {{\n  settings = {{\n{lines}  }}\n\n  {kept}\n}}\n"


def pages_in_terraform() -> str:
    """Return terraform/modules/front/pages.tf: the addresses that the page shares with the API, as the load balancer matches them."""
    of_one = "".join(f'    "/{name}", "/{name}/", "/{name}/{{id=*}}",\n' for name in page.ROOMS_OF_ONE)
    whole = "".join(f'    "/{name}", "/{name}/",\n' for name in page.ROOMS)
    return f"{_banner('entrypoints/page.py')}locals {{\n  pages = [\n{of_one}{whole}  ]\n}}\n"


def names() -> frozenset[str]:
    """Return every environment variable that the settings read."""
    return frozenset(setting.name for setting in declared(config.Settings))


def _banner(module: str) -> str:
    return f"# Made from shared/scholarai/{module} by `python -m scholarai.entrypoints.openapi docs/`. Do not edit.\n"


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
    shown = (_in_units(setting, value) for value in (float(setting.default), *setting.bounds))
    return "{} ({}–{})".format(*shown)


def _in_units(setting: Setting[object], value: float) -> str:
    if setting.name.endswith("_BYTES"):
        unit, name = next((unit, name) for unit, name in _UNITS if value >= unit)
        return f"{value / unit:g} {name}"
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"
