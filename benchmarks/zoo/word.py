"""Makes the reference document that gives pandoc's Word files the styles of a look."""

from __future__ import annotations

import re
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

TWIPS_PER_PT = 20
ALIGNED = {"left": "left", "center": "center", "justify": "both"}


def reference_document(default: bytes, style: Path) -> bytes:
    """Return pandoc's default reference document with the styles and the page of a TOML file.

    Each style has `font`, `size` in points, and may have `bold`, `italic`, `caps`, `small_caps`, `align`, `before`, `after`,
    `indent` and `hanging` in points, `leading` in lines.
    """
    chosen = tomllib.loads(style.read_text(encoding="utf-8"))
    out = BytesIO()
    with ZipFile(BytesIO(default)) as before, ZipFile(out, "w") as after:
        for name in before.namelist():
            text = before.read(name)
            if name == "word/styles.xml":
                text = _styled(text.decode(), chosen["styles"]).encode()
            if name == "word/document.xml":
                text = re.sub(
                    r"<w:sectPr>.*?</w:sectPr>", _section(chosen["page"]), text.decode(), flags=re.DOTALL
                ).encode()
            after.writestr(name, text)
    return out.getvalue()


def front_section(style: Path) -> str:
    """Return what ends the part of a look's document that goes across all columns."""
    return _section(tomllib.loads(style.read_text(encoding="utf-8"))["page"] | {"columns": 1})


def _section(page: dict[str, Any]) -> str:
    width, height, margin = (round(page[name] * TWIPS_PER_PT) for name in ("width", "height", "margin"))
    sides = " ".join(f'w:{side}="{margin}"' for side in ("top", "right", "bottom", "left"))
    return (
        f'<w:sectPr><w:type w:val="continuous"/><w:pgSz w:w="{width}" w:h="{height}"/>'
        f'<w:pgMar {sides} w:header="400" w:footer="400" w:gutter="0"/>'
        f'<w:cols w:num="{page["columns"]}" w:space="300"/></w:sectPr>'
    )


def _styled(xml: str, styles: dict[str, dict[str, Any]]) -> str:
    for name, style in styles.items():
        based = "" if name == "Normal" else '<w:basedOn w:val="Normal"/>'
        made = (
            f'<w:style w:type="paragraph" w:customStyle="0" w:styleId="{name}"><w:name w:val="{_shown(name)}"/>{based}'
            f"<w:pPr>{_paragraph(style)}</w:pPr><w:rPr>{_letters(style)}</w:rPr></w:style>"
        )
        kept = re.sub(rf'<w:style [^>]*w:styleId="{name}">.*?</w:style>', "", xml, flags=re.DOTALL)
        xml = kept.replace("</w:styles>", f"{made}</w:styles>")
    return xml


def _shown(identifier: str) -> str:
    """Return the name that Word shows for a style: "heading 2" of Heading2, "Body Text" of BodyText."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", identifier)
    return spaced.lower() if spaced.startswith("Heading") else spaced


def _paragraph(style: dict[str, Any]) -> str:
    before, after = (round(style.get(name, 0) * TWIPS_PER_PT) for name in ("before", "after"))
    indent, hanging = (round(style.get(name, 0) * TWIPS_PER_PT) for name in ("indent", "hanging"))
    inset = f'w:left="{hanging}" w:hanging="{hanging}"' if hanging else f'w:firstLine="{indent}"'
    line = round(style.get("leading", 1) * 240)
    return (
        f'<w:spacing w:before="{before}" w:after="{after}" w:line="{line}" w:lineRule="auto"/><w:ind {inset}/>'
        f'<w:jc w:val="{ALIGNED[style.get("align", "left")]}"/>'
    )


def _letters(style: dict[str, Any]) -> str:
    signs = {"bold": "b", "italic": "i", "caps": "caps", "small_caps": "smallCaps"}
    faces = "".join(f'<w:{sign} w:val="{int(style.get(name, False))}"/>' for name, sign in signs.items())
    size = round(style["size"] * 2)
    return f'<w:rFonts w:ascii="{style["font"]}" w:hAnsi="{style["font"]}" w:cs="{style["font"]}"/>{faces}<w:sz w:val="{size}"/>'
