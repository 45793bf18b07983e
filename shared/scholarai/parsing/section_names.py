"""The names that papers give their sections, in lower case and without numbers."""

from __future__ import annotations

ABSTRACTS = frozenset({"abstract", "zusammenfassung", "résumé", "resumen"})
# Where the front matter has a heading of its own, a summary in it is the abstract, too.
SUMMARIES = ABSTRACTS | {"summary"}

REFERENCES = frozenset(
    {
        "references", "reference", "bibliography", "literature cited", "works cited", "literatur",
        "literaturverzeichnis", "références", "bibliographie", "referencias",
    }
)  # fmt: skip
# Nothing but its heading tells a printed bibliography, in whatever language.
PRINTED_REFERENCES = REFERENCES | {
    "literature", "references and notes", "notes and references", "references cited", "cited references", "cited literature",
    "list of references", "reference list", "selected references", "bibliografía", "referencias bibliográficas", "bibliografia",
    "riferimenti bibliografici", "referências", "referências bibliográficas", "literatura", "referenties", "referenser",
    "kaynaklar", "kaynakça", "литература", "список литературы", "список использованной литературы", "список использованных источников",
    "список источников", "библиографический список", "библиография", "список використаних джерел", "参考文献", "參考文獻",
    "主要参考文献", "引用文献", "참고문헌",
    "المراجع", "מקורות", "רשימת מקורות", "ביבליוגרפיה",
}  # fmt: skip

# A line that says one of these is a heading, even in a text without any layout.
COMMON_SECTIONS = frozenset(
    {
        "abstract", "summary", "introduction", "background", "methods", "materials and methods", "related work", "results",
        "discussion", "conclusion", "conclusions", "limitations", "references", "bibliography", "literature cited",
        "acknowledgements", "acknowledgments",
    }
)  # fmt: skip
# What journals print behind the text, in type that is often smaller than it.
END_MATTER = frozenset(
    {
        "acknowledgements", "acknowledgments", "acknowledgement", "acknowledgment", "funding", "funding information",
        "author contributions", "authors contributions", "contributors", "competing interests", "conflict of interest",
        "conflict of interest statement", "conflicts of interest statement", "competing interests statement",
        "conflicts of interest", "conflict of interests",
        "declaration of competing interest", "declarations", "disclosure statement", "data availability",
        "data availability statement", "data accessibility", "availability of data and material", "availability of data and materials",
        "code availability", "ethics", "ethics statement", "ethics approval and consent to participate", "ethical approval", "consent for publication",
        "institutional review board statement", "informed consent statement", "author details", "authors information",
        "abbreviations", "additional files", "publishers note", "supplementary information", "supplementary material", "supplementary materials",
        "supporting information", "financial support", "financial support and sponsorship", "source of support",
        "sources of support", "credit authorship contribution statement",
    }
)  # fmt: skip
# Those that a line of a PDF may say; its layout has to agree.
PRINTED_SECTIONS = COMMON_SECTIONS | END_MATTER | {
    "related works", "preliminaries", "motivation", "overview", "method", "methodology", "methods and materials",
    "experimental", "experiments", "experimental setup", "experimental results", "evaluation",
    "results and discussion", "discussion and conclusion", "conclusions and future work", "conclusion and future work",
    "future work", "works cited", "appendix", "appendices", "data and code availability", "availability", "statement of need", "theory", "model", "implementation", "notation", "data", "case study", "keywords",
    "key words", "ccs concepts", "contents", "table of contents", "notes",
    "author summary", "significance statement",
    "zusammenfassung", "kurzfassung", "einleitung", "literatur", "literaturverzeichnis", "danksagung",
    "résumé", "références", "remerciements", "resumen", "introducción", "conclusiones", "referencias", "agradecimientos",
    "resumo", "introdução", "referências", "sommario", "riassunto", "introduzione", "conclusioni", "bibliografia",
    "аннотация", "введение", "заключение", "литература",
    "摘要", "引言", "结论", "参考文献", "致谢", "概要", "はじめに", "序論", "結論", "謝辞", "초록", "서론", "결론", "참고문헌",
    "ملخص", "الملخص", "مقدمة", "الخلاصة", "المراجع", "תקציר", "מבוא", "מקורות",
}  # fmt: skip
