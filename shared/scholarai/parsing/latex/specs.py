"""Argument specifications of commands and environments in papers, for pylatexenc."""

from __future__ import annotations

from functools import cache
from typing import Any

from scholarai.parsing.latex.sink import CODE, DISPLAY, FORMULA, GRAPHIC, VERBATIM
from scholarai.parsing.quiet_loggers import silence

SECTIONS = {
    "part": 0,
    "chapter": 1,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
LISTS = frozenset("itemize enumerate description compactitem compactenum compactdesc inparaenum list trivlist".split())
# No section begins in these: one that is still open there was never closed.
CLOSED_BY_SECTIONS = LISTS | {"figure", "figure*", "table", "table*"}
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
    {"autoref", "cref", "Cref", "nameref", "vref", "Vref", "zcref", "fullref", "cpageref", "namecref", "nameCref"}
)
REFS_RANGE = frozenset({"crefrange", "Crefrange", "cpagerefrange", "vrefrange"})
REFS_NUMBER = frozenset({"ref", "pageref", "subref", "thref", "getrefnumber", "prefref"})

# Commands whose last argument is text of the paper, by argument specification.
_WRAPPERS = {
    "{": "emph textbf textit texttt textsf textsc textrm textnormal textmd textup textsl text underline uline sout mbox hbox "
    "fbox textsuperscript textsubscript MakeUppercase MakeLowercase uppercase lowercase enquote hl textquote centerline "
    "leftline rightline newterm term acs acl acp acf acrfull smash added subtitle invisible censor blackout xblackout",
    "[{": "ac Ac gls Gls glspl Glspl glsentryshort acrshort acrlong hyperref",
    "{{": "bibinfo bibfield hyperlink hypertarget texttransparent textpdfrender adjustbox",
    "{{{": "fcolorbox Eprint tooltip",
    "[{{": "textcolor colorbox rotatebox replaced foreignlanguage",
    "{[{": "scalebox",
    "{[[{": "raisebox",
    "[[{": "makebox framebox",
    "[[[{{": "parbox",
    "*{{{": "resizebox",
}
# Commands that print nothing in running text, by argument specification.
_SILENT = {
    "": "maketitle centering raggedright raggedleft noindent indent newpage clearpage cleardoublepage smallskip medskip bigskip "
    "vfill hfill onecolumn twocolumn balance listoffigures listoftables FloatBarrier frontmatter mainmatter backmatter tiny "
    "scriptsize footnotesize small normalsize large Large LARGE huge Huge bfseries itshape ttfamily sffamily rmfamily scshape "
    "upshape mdseries slshape normalfont selectfont bf it tt sc sl rm sf em boldmath unboldmath hrule hline "
    "doublespacing singlespacing onehalfspacing allowbreak sloppy fussy linenumbers nolinenumbers ignorespaces "
    "unskip leavevmode null strut hfil vfil printkeywords flushbottom raggedbottom nobreak qed qedhere columnbreak newblock "
    "printglossary printglossaries printacronyms printindex appendixpage startlongtable tabularnewline today "
    "IEEEoverridecommandlockouts hideLIPIcs tableofcontents phantomsection displaybreak colrule colbotrule",
    "[": "pagebreak nopagebreak linebreak nolinebreak footnotemark listoftodos addlinespace authornotemark toprule midrule bottomrule",
    "{": "transparent pgfsetfillopacity pdfrender addfontfeature addfontfeatures index glossary nocite cline graphicspath hyphenation geometry hypersetup lstset sisetup phantom hphantom "
    "vphantom tikzset pgfplotsset usetikzlibrary pagestyle thispagestyle pagenumbering bibliographystyle setstretch linespread "
    "enlargethispage theoremstyle bstctlcite suppressfloats DeclareGraphicsExtensions date email orcid orcidlink ORCID orcidID "
    "pacs doi DOI acmDOI acmYear acmVolume acmNumber acmConference acmJournal acmArticle acmPrice acmISBN acmMonth "
    "copyrightyear setcopyright titlerunning authorrunning shorttitle shortauthors runningtitle editor journal journalname "
    "received revised accepted published preprint tocauthor toctitle shortauthor IEEEauthorblockN IEEEauthorblockA icmltitle "
    "icmltitlerunning icmlkeywords Copyright category terms titlenote subtitlenote EventEditors EventTitle EventShortTitle "
    "EventAcronym EventYear EventDate EventLocation EventLogo SeriesVolume ArticleNo relatedversion supplement funding "
    "altaffilmark affilmark homepage collaboration slugcomment submitjournal inst dedicatory curraddr urladdr translator pubyear "
    "volume pagerange firstpage lastpage tnoteref Email addr IEEEmembership printAffiliationsAndNotice noalign natexlab "
    "IEEEcompsocitemizethanks tabletypesize tablewidth stepcounter refstepcounter usecounter",
    "{[": "newcounter",
    "[{[": "fontspec",
    "[{": "author affiliation affil address institute institution thanks title authornote keywords Keywords "
    "correspondingauthor corres corresp captionsetup setlist todo TODO marginpar marginnote fixme pdfbookmark color rowcolor "
    "cellcolor usepackage documentclass altaffiliation ead cortext corref fntext fnref subjclass ccsdesc contrib "
    "pdfcomment",
    "{{": "settowidth settoheight settodepth setlength addtolength setcounter addtocounter markboth icmlauthor icmlaffiliation icmlcorrespondingauthor "
    "icmlsetsymbol newcolumntype altaffiltext fontsize DeclareUnicodeCharacter",
    "{{{": "addcontentsline definecolor crefname Crefname specialrule",
    "[{{": "rule",
    "*{": "vspace hspace",
}
# Commands with handlers of their own, by argument specification.
_OTHERS = {
    "": "acknowledgments acknowledgements acknowledgement ack appendix appendices textasciitilde",
    "[": "item",
    "*[": "\\",
    "{": f"ce ding label labelcref tablehead tablecaption figcaption tabcaption abstract abstracts abst software facility facilities {DISPLAY} {FORMULA} "
    f"{VERBATIM} {CODE} {GRAPHIC} scholarbibliography",
    "{{": "texorpdfstring pdftooltip pdfmarkupcomment",
    "{{{": "multicolumn",
    "[{": "bibitem num tablenum complexnum numlist numproduct si unit ang",
    "*[{": "caption subcaption",
    "[{{": "subcaptionbox lettrine qty complexqty numrange qtylist qtyproduct SIlist",
    "[{{{": "qtyrange SIrange",
    "[[{": "subfloat subfigure",
    "[{[{": "SI",
    "*{[{": "captionof",
    "[{[{[{": "multirow",
}
_ENVIRONMENTS = {
    "[": "figure figure* table table* SCfigure sidewaystable sidewaysfigure algorithm algorithm2e algorithmic itemize enumerate "
    "description listing longtblr threeparttable tablenotes proof abstract",
    "{": "deluxetable deluxetable* thebibliography multicols adjustbox spacing otherlanguage",
    "{{": "adjustwidth list",
    "[{": "tabular longtable array supertabular tblr",
    "{[{": "tabular* tabularx tabulary",
    "[[[{": "minipage subfigure subtable",
    "[{[{": "wrapfigure wraptable",
}
SILENT = frozenset(" ".join(_SILENT.values()).split())
WRAPPERS = frozenset(" ".join(_WRAPPERS.values()).split())
FOOTNOTES = frozenset(
    {"footnote", "footnotetext", "tablefootnote", "tablenotetext", "tablecomments", "endnote", "sidenote"}
)


@cache
def context() -> Any:
    """Return pylatexenc's default specifications with ours in front; cached, since building it is slow."""
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

    silence("pylatexenc")
    macros = _by_name(_WRAPPERS) | _by_name(_SILENT) | _by_name(_OTHERS)
    macros |= dict.fromkeys(FOOTNOTES, "[{")
    macros |= dict.fromkeys(SECTIONS, "*[{")
    macros |= dict.fromkeys(CITES, "*[[{")
    macros |= dict.fromkeys(REFS_RANGE, "*{{")
    macros |= dict.fromkeys([*REFS_NAME, *REFS_NUMBER, "eqref"], "*{")
    database = get_default_latex_context_db()
    database.add_context_category(
        "scholar",
        prepend=True,
        macros=[MacroSpec(name, args_parser=arguments) for name, arguments in macros.items()],
        environments=[
            EnvironmentSpec(name, args_parser=arguments) for name, arguments in _by_name(_ENVIRONMENTS).items()
        ],
    )
    return database


def _by_name(table: dict[str, str]) -> dict[str, str]:
    return {name: arguments for arguments, names in table.items() for name in names.split()}
