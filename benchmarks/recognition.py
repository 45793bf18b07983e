"""How well scans are recognised, and which come to nothing: `python benchmarks/recognition.py [--rows N]`.

Sets text of several scripts, prints it at several resolutions with noise, and reads the pictures as one reads a scan. A
row gives the share of words found, the mean confidence of the blocks, and CPU seconds; `no_usable_text` is the right end
where the script's data is not installed. TESSDATA_PREFIX may name a folder with more languages.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pymupdf

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.ocr import ANY_LANGUAGE, languages_to_try
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.ports.reading import PaperSource

TEXTS = {
    "eng": "We measured how fast 42 plots recovered over three years. The mean difference between treated and control "
    "plots was 0.31 and fell with depth, as the second figure shows.",
    "deu": "Wir haben gemessen, wie schnell sich 42 Flächen über drei Jahre erholten. Der mittlere Unterschied zwischen "
    "größeren und kleineren Flächen betrug 0,31 und nahm mit der Tiefe ab.",
    "fra": "Nous avons mesuré la vitesse à laquelle 42 parcelles se sont rétablies. La différence moyenne était de 0,31 "
    "et diminuait avec la profondeur, comme le montre la deuxième figure.",
    "rus": "Мы измерили скорость восстановления на сорока двух участках за три года. Средняя разница между участками "
    "составила 0,31 и уменьшалась с глубиной.",
    "ell": "Μετρήσαμε τον ρυθμό ανάκαμψης σε σαράντα δύο αγροτεμάχια για τρία χρόνια. Η μέση διαφορά ήταν μεγάλη.",
    "ara": "قمنا بقياس معدل التعافي في اثنتين وأربعين قطعة أرض على مدى ثلاث سنوات وكان الفرق المتوسط كبيرا.",
    "chi_sim": "我们在三年中测量了四十二个样地的恢复速度。处理样地与对照样地之间的平均差异随深度而减小。",
}
REPEATED = 5
DPIS = (150, 100)
# Standard deviation of the noise, in levels of 255.
NOISES = (0, 25, 50)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, help="stop after so many rows")
    cases = list(product(TEXTS, DPIS, NOISES))[: parser.parse_args().rows]
    print(f"languages: {', '.join(languages_to_try(ANY_LANGUAGE))}")
    print(f"{'text':>8} {'dpi':>4} {'noise':>5} {'words':>6} {'confidence':>10} {'CPU s':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name, dpi, noise in cases:
            path = Path(folder, "scan.pdf")
            scan(path, TEXTS[name], dpi, noise)
            before = cpu_s()
            print(f"{name:>8} {dpi:>4} {noise:>5} {outcome(path, TEXTS[name]):>17} {cpu_s() - before:6.1f}")


def scan(path: Path, text: str, dpi: int, noise: float) -> None:
    """Write a page with the text as a picture."""
    printed = pymupdf.open()
    page = printed.new_page()
    direction = "rtl" if text is TEXTS["ara"] else "ltr"
    body = f'<p dir="{direction}" style="font-size:11pt">{" ".join([text] * REPEATED)}</p>'
    page.insert_htmlbox(pymupdf.Rect(72, 72, 523, 770), body)
    drawn = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    grey = np.frombuffer(drawn.samples, np.uint8).astype(float) * 0.8 + 20
    noisy = np.clip(grey + np.random.default_rng(dpi).normal(0, noise, grey.shape), 0, 255).astype(np.uint8)
    scanned = pymupdf.open()
    sheet = scanned.new_page()
    picture = pymupdf.Pixmap(pymupdf.csGRAY, drawn.width, drawn.height, noisy.tobytes(), 0)
    sheet.insert_image(sheet.rect, stream=picture.tobytes("png"))
    scanned.save(path)


def outcome(path: Path, text: str) -> str:
    try:
        content = SandboxedReader(ReadLimits()).read(
            PaperSource(path=path, filename=path.name, media_type=""), lambda *_: None
        )
    except ScholarError as error:
        return error.code
    confidences = [block.confidence for block in content.blocks if block.confidence is not None]
    return f"{found_share(content, text):6.3f} {sum(confidences) / len(confidences):10.2f}"


def found_share(content: PaperContent, text: str) -> float:
    """Return the share of words that were found, of characters where no space parts words."""
    wanted, found = Counter(words(" ".join([text] * REPEATED))), Counter(words(content.text()))
    return sum((wanted & found).values()) / wanted.total()


def words(text: str) -> Iterator[str]:
    for word in text.split():
        yield from word if word[0] >= "\u3000" else (word,)


def cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
