"""Which arguments the commands of scholarly LaTeX take, for pylatexenc."""

from __future__ import annotations

from functools import cache
from typing import Any

from scholarai.parsing.latex.sink import CODE, DISPLAY, FORMULA, VERBATIM
from scholarai.parsing.quiet import silence

SECTIONS = {
    "part": 0,
    "chapter": 1,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
CITES_TEXT = frozenset(
    {"citet", "Citet", "textcite", "Textcite", "citeA", "shortciteA", "citeN", "cited", "onlinecite"}
)
CITES_BARE = frozenset({"citealp", "citealt", "Citealp", "Citealt", "citeNP"})
CITES_AUTHOR = frozenset({"citeauthor", "Citeauthor", "citeauthoryear"})
CITES_YEAR = frozenset({"citeyear", "citeyearpar", "citeyearNP"})
CITES_GROUP = frozenset(
    {"cite", "citep", "Citep", "parencite", "Parencite", "autocite", "Autocite", "footcite", "footcitetext", "supercite",
     "shortcite", "citenum", "fullcite", "citeaffixed", "smartcite", "cites", "parencites", "autocites", "textcites"}
)  # fmt: skip
CITES = CITES_TEXT | CITES_BARE | CITES_AUTHOR | CITES_YEAR | CITES_GROUP
REFS_NAME = frozenset(
    {"autoref", "cref", "Cref", "nameref", "vref", "Vref", "zcref", "labelcref", "fullref", "cpageref"}
)
REFS_NUMBER = frozenset({"ref", "pageref", "subref", "thref", "getrefnumber", "prefref"})
REFS = REFS_NAME | REFS_NUMBER | {"eqref"}

# Commands whose last group is text of the paper; the groups before it are not.
_WRAPPERS = {
    "{": (
        "emph textbf textit texttt textsf textsc textrm textnormal textmd textup textsl text underline uline sout mbox hbox "
        "fbox textsuperscript textsubscript MakeUppercase MakeLowercase uppercase lowercase enquote hl so ul st "
        "textquote centerline leftline rightline makebox framebox hphantom phantomtext newterm term ac acs acl acp Ac gls Gls glspl "
        "glsentryshort acrshort acrlong acrfull added smash unit ce"
    ),
    "{{": "textcolor colorbox raisebox scalebox rotatebox parbox resizebox fontsize foreignlanguage selectfont texorpdfstring "
    "href bibinfo bibfield Eprint eprint hyperlink hypertarget hyperref footnotemark SI qty replaced changed "
    "bibnamedash fcolorbox adjustbox tooltip pdftooltip ifpdf",
}
# Commands that print nothing, with the groups they take.
_SILENT = {
    "": "maketitle centering raggedright raggedleft noindent indent newpage clearpage cleardoublepage pagebreak nopagebreak "
    "linebreak smallskip medskip bigskip vfill hfill onecolumn twocolumn balance tableofcontents listoffigures listoftables "
    "FloatBarrier frontmatter mainmatter backmatter tiny scriptsize footnotesize small normalsize large Large LARGE huge "
    "Huge bfseries itshape ttfamily sffamily rmfamily scshape upshape mdseries normalfont bf it tt sc sl rm sf em boldmath "
    "unboldmath par hrule hline toprule midrule bottomrule doublespacing singlespacing onehalfspacing allowbreak sloppy "
    "fussy linenumbers nolinenumbers thispagestyle ignorespaces unskip leavevmode null strut hfil vfil "
    "printkeywords makecover flushbottom raggedbottom bibliographystyle nobreak qed qedhere columnbreak newblock "
    "printglossary printacronyms printindex appendixpage maketitlepage @ - / startlongtable clearpage tabularnewline today "
    "centerline itemsep parindent parskip baselineskip textwidth linewidth columnwidth hsize",
    "{": "label vspace hspace vskip hskip pagestyle thispagestyle bibliographystyle pagenumbering index glossary nocite "
    "addtolength input cline cmidrule graphicspath hyphenation includeonly geometry hypersetup captionsetup "
    "lstset sisetup setlist phantom hphantom vphantom pdfbookmark color definecolor rowcolor cellcolor tikzset pgfplotsset "
    "usetikzlibrary usepackage documentclass title author date thanks affiliation affil address institute institution email "
    "orcid orcidlink ORCID orcidID authornote authornotemark keywords Keywords pacs doi DOI acmDOI acmYear acmVolume acmNumber "
    "acmConference acmJournal acmArticle acmPrice acmISBN acmMonth copyrightyear setcopyright ccsdesc titlerunning authorrunning "
    "shorttitle shortauthors runningtitle correspondingauthor corres corresp editor journal journalname received revised accepted "
    "published preprint tocauthor toctitle shortauthor markboth IEEEauthorblockN IEEEauthorblockA IEEEoverridecommandlockouts "
    "icmltitle icmltitlerunning icmlauthor icmlaffiliation icmlcorrespondingauthor icmlkeywords icmlsetsymbol "
    "icmlauthorlist printAffiliationsAndNotice Copyright category terms titlenote subtitlenote EventEditors EventTitle "
    "EventShortTitle EventAcronym EventYear EventDate EventLocation EventLogo SeriesVolume ArticleNo nolinenumbers "
    "hideLIPIcs relatedversion supplement funding contrib altaffiltext altaffilmark altaffiliation ead cortext cortype corref fntext fnref tnotetext "
    "tnoteref homepage collaboration authorcontributions conflictsofinterest slugcomment submitjournal "
    "inst vphantom todo TODO marginpar marginnote marginpar note fixme hspace setstretch linespread enlargethispage "
    "subjclass dedicatory curraddr urladdr translator keywordname pubyear volume pagerange lastpage theoremstyle bibitemsep "
    "suppressfloats DeclareGraphicsExtensions listfiles bstctlcite endnote runauthor crefname",
    "{{": "setlength addtolength setcounter addtocounter markboth altaffiltext addcontentsline fancyhead rule newcolumntype "
    "SetKwInOut crefname Crefname titleformat setenumerate icmlaffiliation icmlcorrespondingauthor fntext cortext",
    "{{{": "addcontentsline definecolor crefname Crefname DeclareUnicodeCharacter",
}
_FOOTNOTES = "footnote footnotetext tablefootnote tablenotetext tablecomments todo endnote sidenote blfootnote"


SILENT = frozenset(" ".join(_SILENT.values()).split())
WRAPPERS = frozenset(" ".join(_WRAPPERS.values()).split())
FOOTNOTES = frozenset(_FOOTNOTES.split())


@cache
def context() -> Any:
    """Return pylatexenc's own knowledge of LaTeX with ours in front; made once, since it takes a while."""
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

    silence("pylatexenc")
    macros: dict[str, str] = {}
    for groups, names in (*_SILENT.items(), *_WRAPPERS.items()):
        macros |= dict.fromkeys(names.split(), "[" + groups if groups else "")
    macros |= dict.fromkeys(_FOOTNOTES.split(), "[{")
    macros |= dict.fromkeys(SECTIONS, "*[{")
    macros |= dict.fromkeys(CITES, "*[[{")
    macros |= dict.fromkeys(REFS, "*{")
    macros |= dict.fromkeys((DISPLAY, FORMULA, VERBATIM, CODE, "scholarbibliography"), "{")
    macros |= {
        "caption": "*[{", "captionof": "*{[{", "subcaption": "*[{", "subfloat": "[[{", "subfigure": "[[{", "bibitem": "[{",
        "tablecaption": "{", "figcaption": "{", "tabcaption": "{", "plotone": "{", "plottwo": "{{",
        "multicolumn": "{{{", "multirow": "[{[{[{", "item": "[", "abstract": "{", "abstracts": "{", "abst": "{", "crefrange": "*{{",
        "Crefrange": "*{{", "SI": "[{[{", "qty": "[{{", "num": "[{", "si": "[{", "ang": "[{", "acknowledgments": "",
        "acknowledgements": "", "acknowledgement": "", "ack": "", "appendix": "", "appendices": "", "hyperref": "[{",
        "href": "{", "resizebox": "*{{{", "rotatebox": "[{{", "scalebox": "{[{", "raisebox": "{[[{", "parbox": "[[[{{",
        "makebox": "[[{", "framebox": "[[{", "fcolorbox": "{{{", "texorpdfstring": "{{", "textcolor": "[{{",
        "colorbox": "[{{", "foreignlanguage": "[{{", "bibinfo": "{{", "bibfield": "{{", "hspace": "*{", "vspace": "*{",
        "rule": "[{{", "fontsize": "{{", "\\": "*[", "hypertarget": "{{", "hyperlink": "{{", "replaced": "[{{", "color": "[{",
        "textasciitilde": "", "cmidrule": "(", "cline": "{", "lettrine": "[{{", "setcounter": "{{", "setlength": "{{",
        "address": "[{", "keywords": "[{", "citetext": "{", "citeauthoryear": "{{{", "thanks": "[{", "specialrule": "{{{",
        "addlinespace": "[", "pagebreak": "[", "linebreak": "[", "nopagebreak": "[", "listoftodos": "[", "tableofcontents": "",
        "Copyright": "{", "author": "[{", "title": "[{", "icmlauthor": "{{", "ce": "{", "Eprint": "{{{", "eprint": "{",
        "natexlab": "{", "software": "{", "facility": "{", "facilities": "{", "SetKwInOut": "{{", "vskip": "", "hskip": "",
    }  # fmt: skip
    environments = dict.fromkeys(("figure", "figure*", "table", "table*", "wraptable", "SCfigure", "sidewaystable", "sidewaysfigure", "algorithm", "algorithm2e", "algorithmic", "itemize", "enumerate", "description", "listing", "longtblr", "threeparttable", "tablenotes", "proof", "abstract", "minipage*"), "[")  # fmt: skip
    environments |= {
        "tabular": "[{", "tabular*": "{[{", "tabularx": "{[{", "tabulary": "{[{", "longtable": "[{", "array": "[{",
        "supertabular": "[{", "deluxetable": "{", "deluxetable*": "{", "thebibliography": "{", "minipage": "[[[{",
        "wrapfigure": "[{[{", "wraptable": "[{[{", "subfigure": "[[[{", "subtable": "[[[{", "multicols": "{", "adjustwidth": "{{",
        "list": "{{", "tblr": "[{", "adjustbox": "{", "spacing": "{", "otherlanguage": "{", "widetext": "",
    }  # fmt: skip
    database = get_default_latex_context_db()
    database.add_context_category(
        "scholar",
        prepend=True,
        macros=[MacroSpec(name, args_parser=spec) for name, spec in macros.items() if "(" not in spec],
        environments=[EnvironmentSpec(name, args_parser=spec) for name, spec in environments.items()],
    )
    return database
