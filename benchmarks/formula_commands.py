"""What the commands of formulas are to a reader that compares what they print."""

from __future__ import annotations

import re

FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min "
    "sec sin sinh sup tan tanh Pr".split()
)
SYNONYMS = {
    "ne": r"\neq", "le": r"\leq", "ge": r"\geq", "rightarrow": r"\to", "gets": r"\leftarrow", "land": r"\wedge", "lor": r"\vee",
    "lnot": r"\neg", "iff": r"\Longleftrightarrow", "implies": r"\Longrightarrow", "vert": "|", "mid": "|", "lvert": "|",
    "rvert": "|", "Vert": r"\|", "lVert": r"\|", "rVert": r"\|", "parallel": r"\|", "lbrace": r"\{", "rbrace": r"\}", "lbrack": "[",
    "rbrack": "]", "ast": "*", "colon": ":", "dag": r"\dagger", "owns": r"\ni", "backslash": r"\setminus", "dotsc": r"\ldots",
    "dotso": r"\ldots", "dotsb": r"\cdots", "dotsm": r"\cdots", "dotsi": r"\cdots", "doublecap": r"\Cap", "bigtriangleup": r"\triangle",
    "smallsetminus": r"\setminus", "AND": r"\&", "lt": "<", "gt": ">", "longmapsto": r"\longmapsto",
}  # fmt: skip
FACES = {
    **dict.fromkeys(("mathrm", "text", "textrm", "mbox", "hbox", "operatorname", "operatorname*", "textnormal", "rm", "textup"), "rm"),
    **dict.fromkeys(("mathbf", "textbf", "bf"), "bf"), **dict.fromkeys(("boldsymbol", "bm", "pmb"), "bold"),
    **dict.fromkeys(("mathcal", "cal"), "cal"), **dict.fromkeys(("mathbb", "mathds", "mathbbm"), "bb"), "mathfrak": "frak",
    "mathscr": "scr", **dict.fromkeys(("mathsf", "textsf", "sf"), "sf"), **dict.fromkeys(("mathtt", "texttt", "tt"), "tt"),
    **dict.fromkeys(("mathit", "textit", "it", "emph"), "it"),
}  # fmt: skip
SWITCHES = frozenset({"rm", "bf", "cal", "sf", "tt", "it"})
ACCENTS = frozenset(
    "hat widehat tilde widetilde bar overline underline vec dot ddot check breve acute grave mathring underbrace overbrace".split()
)
UNSEEN = frozenset(
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm limits nolimits displaystyle "
    "textstyle scriptstyle quad qquad nonumber notag mathstrut strut mathop mathrel mathbin mathord mathopen mathclose mathinner "
    "ensuremath allowbreak hfill noindent null thinspace medspace negthinspace hfil protect relax "
    "displaybreak enspace begingroup endgroup centering small footnotesize normalsize scriptscriptstyle nobreak intertext*".split()
)
DROPPED = frozenset("label tag tag* hspace hspace* vspace phantom hphantom vphantom color mkern".split())
ANGLES = {"<": (r"\langle",), ">": (r"\rangle",)}
SPACING = frozenset(r"\, \; \: \! \> \/ \- ~".split()) | {"\\ ", "\\\n"}
ROWS = re.compile(
    r"equation|align|aligned|alignedat|alignat|flalign|gather|gathered|split|multline|eqnarray|displaymath|math|subequations|IEEEeqnarray|dcases\*?"
)
MATRICES = {"matrix": "", "smallmatrix": "", "array": "", "pmatrix": "()", "bmatrix": "[]", "Bmatrix": ("\\{", "\\}"), "vmatrix": "||",
             "Vmatrix": (r"\|", r"\|")}  # fmt: skip
AFTER_CENTERED = frozenset(
    r"+ - = < > \oplus \otimes \times \cdot \leq \geq \subset \subseteq \to \cup \cap \wedge \vee \le \ge \sim \approx".split()
)
UNREADABLE = frozenset("xrightarrow xleftarrow ref eqref cite sideset".split())
UPRIGHT = re.compile(r"\d|\\(?:Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega)")
