"""Copies fonts so that nothing but their drawing tells bold and italic: `flat_fonts.py LIBERATION_FOLDER OUT`.

Typesetting systems of publishers subset fonts under names like AdvOT1ef757c0, without the flags. Runs where fontTools is.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

# Liberation's files, and the names under which styles know their copies.
FACES = {
    "LiberationSerif-Regular": "Serif",
    "LiberationSerif-Bold": "Serif Strong",
    "LiberationSerif-Italic": "Serif Slanted",
    "LiberationSans-Regular": "Sans",
    "LiberationSans-Bold": "Sans Strong",
    "LiberationSans-Italic": "Sans Slanted",
}
REGULAR = 0x40


def main(source: Path, out: Path) -> None:
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

    out.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        font = TTFont(source / f"{face}.ttf")
        name = f"AdvOT{sha256(face.encode()).hexdigest()[:8]}"
        for record in font["name"].names:
            record.string = "Regular" if record.nameID in {2, 17} else name
        font["OS/2"].usWeightClass, font["OS/2"].fsSelection = 400, REGULAR
        font["head"].macStyle, font["post"].italicAngle = 0, 0
        font.save(out / f"{face}.ttf")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
