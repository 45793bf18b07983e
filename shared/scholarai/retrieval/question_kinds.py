"""Knows the kinds of questions that people ask of a paper: the words that ask for each, and where to look for it."""

from __future__ import annotations

import re

from scholarai.domain.values import Value
from scholarai.retrieval.terms import STOP_WORDS, stem, tokens
from scholarai.retrieval.word_variants import NUMBERS


class Kind(Value, frozen=True, kw_only=True):
    """A kind of question.

    Attributes:
        name: As in the table below.
        asks: Matches questions of this kind.
        words: Stems by which answers are searched besides the question's own.
        signs: A pattern of sentences that give such an answer, empty where the words are enough; compiled when it is first asked for.
        about: Stems that say what kind of answer is wanted, and need not stand in it.
    """

    name: str
    asks: re.Pattern[str]
    words: tuple[str, ...]
    signs: str
    about: frozenset[str]


def _kind(name: str, asks: str, *, words: str = "", signs: str = "", about: str = "") -> Kind:
    return Kind(
        name=name,
        asks=re.compile(rf"\b(?:{asks})", re.IGNORECASE),
        words=tuple(dict.fromkeys(map(stem, words.split()))),
        signs=f"(?i){signs}" if signs else "",
        about=frozenset(map(stem, about.split())),
    )


_PEOPLE = r"(?:people|persons|men|women|kids|children|boys|girls|adults|patients|participants|subjects|volunteers|students|animals|mice|rats|samples|cases|individuals)"
_CODE = r"(?:code|source|scripts?|software|data|data ?sets?|package|program(?:me)?|tool|materials?|app)"
_THEY = r"(?:they|the authors|the (?:paper|study|work|trial|article)|this (?:paper|study|work|trial|article)|it)"
_GOOD = r"(?:good|any good|useful|worth|reliable|trustworthy|valid|robust|sound|convincing|safe|dangerous|harmful|effective)"

KINDS = (
    _kind(
        "money",
        r"who (?:has |have )?(?:paid|pays?|fund|financ|sponsor|gave|backed|bankroll)|(?:funded|financed|sponsored|paid|supported) by|funders?\b|funding\b"
        r"|sponsors?\b|where (?:did|does) the money|grants?\b|financ",
        words="supported funded funding grant financial sponsor foundation acknowledge award",
        about="who paid pay pays fund funded funder funds funding finance financed financially sponsor sponsored gave give money back backed support supported grant work",
    ),
    _kind(
        "availability",
        rf"(?:where|how) (?:can|could|do|is|are|'s|to)\b.{{0,40}}\b(?:get|find|found|download|read|obtain|access|available|install|{_CODE})\b"
        rf"|where'?s (?:the|their) {_CODE}|(?:is|are) there (?:an?y? )?{_CODE}|(?:can|may) (?:i|we|one) (?:get|use|download|have|try|install|see)\b"
        rf"|(?:is|are) (?:the |their |its |any )?(?:\w+ )?{_CODE}.{{0,20}}\b(?:available|open|public|free|shared|online)\b|availab|download|open[- ]source|repository|install",
        words="available availability github repository download code source zenodo install url",
        signs=r"https?: ?//|\bwww\.|github|gitlab|bitbucket|zenodo|figshare|dryad|\bcran\b|pypi|available (?:at|from|on|in|under|via|through|upon|online)|pip install|goo\.gl",
        about="where get find found download read obtain access available availability install code source script software online open public free use there repository",
    ),
    _kind(
        "limitation",
        r"limit(?:s|ed|ations?)\b|weak(?:ness|nesses|er)?\b|drawbacks?|downsides?|shortcomings?|caveats?|flaws?|cons\b|disadvantages?|criticisms?"
        r"|wrong with|what (?:is|are|'s) the problems? with|(?:big|large|long) enough|threats? to|trust|bias(?:ed|es)?\b|not (?:so )?good (?:at|about)|fail|(?:leaves?|left) out|ignor|omit|neglect|overlook",
        words="limitation limitations limited limit drawback shortcoming weakness caveat bias caution underpowered cannot unable small future",
        signs=r"\blimit(?:ations?|ed|ing|s)?\b|drawback|shortcoming|weakness|caveat|\b(?:could|can|did|does|do|was|were|is|are) ?not\b|unable|underpowered|\bbias|may (?:not )?(?:be|have)\b|\bonly\b|caution|however",
        about="limit limits limitation limitations weak weakness weaknesses point points drawback drawbacks downside downsides shortcoming shortcomings caveat caveats flaw flaws cons disadvantage "
        "wrong problem problems big enough trust bias biased study",
    ),
    _kind(
        "whom",
        rf"who (?:took part|participated|was|were|is|are)\b|with whom|in whom|on whom|how many (?:\w+ ){{0,3}}{_PEOPLE}\b|sample size|(?:how )?(?:large|big|small) (?:was|is|were) the (?:sample|trial|study|group|cohort)"
        rf"|(?:participants?|subjects?|volunteers?|sample|cohort)\b|which (?:{_PEOPLE})\b|how old\b|recruit|enrol|took part",
        words="participants patients subjects individuals volunteers recruited enrolled included randomised sample aged",
        signs=r"\b(?:participants?|patients?|subjects?|individuals?|volunteers?|children|adults|women|men|males?|females?|students?|mice|rats|animals|samples?|cases|controls)\b.{0,60}\b(?:were|was|took|completed|included|recruited|enrolled|randomi[sz]ed|aged|participated|from)\b|\bn ?= ?\d|\baged\b",
        about="who took part participate participated participant participants people person persons sample size large big study trial many test tested take taken part recruit recruited enrol enrolled include included group old",
    ),
    _kind(
        "audience",
        r"(?:who|whom) (?:is|was|should|could|might|can) .{0,40}\b(?:for|use|read|benefit)\b|meant for|intended for|aimed at|audience|beforehand|prerequisites?|(?:have|need) to know|target(?:ed)? (?:users?|readers?|group)",
        words="audience students researchers intended aimed designed familiar prerequisite beginners practitioners users target",
        signs=r"\b(?:aimed|intended|designed|targeted|suitable|useful|meant) (?:at|for|to)\b|audience|\bfamiliar|prerequisite|assum(?:e|es|ed|ing)\b|required? (?:knowledge|background)",
        about="who whom meant intended aimed audience beforehand prerequisite prerequisites need know target read use for",
    ),
    _kind(
        "software",
        r"(?:which|what|with which|with what) (?:\w+ ){0,3}(?:software|program(?:me|s|mes)?|packages?|tools?|librar(?:y|ies)|languages?|langauge|toolbox|code|simulators?|stats)\b|(?:software|programming|tools?) (?:was|were|did|do|used)|written in|implemented in",
        words="software package version implemented library toolbox python matlab spss stata sas",
        signs=r"\b(?:software|package|toolbox|library|version|python|matlab|spss|stata|sas|java|julia|c\+\+)\b|\bR\b (?:version|v?\d|package|statistical|software)|\bimplement|\bperformed (?:using|with|in)\b",
        about="software program programme programs package packages tool tools library libraries language languages programming code used use statistical stats statistics written run",
    ),
    _kind(
        "data",
        r"(?:which|what|where)\b.{0,30}\b(?:data|data ?sets?|corpus|corpora|records?|benchmarks?|books|texts|images|sources?)\b|data (?:were|was|come|came|did|from|used)|where did (?:they|the)\b.{0,20}\b(?:get|come|take)\b|(?:tested|tried|trained|evaluated) (?:it )?(?:out )?on\b|try it out on",
        words="data dataset database records corpus collected obtained benchmark source survey",
        signs=r"\bdata ?(?:set|base)s?\b|\bdata\b.{0,40}\b(?:from|collected|obtained|retrieved|extracted|provided|consist)|\bcorpus\b|\brecords\b|\bbenchmarks?\b|obtained from|collected (?:from|in|by)",
        about="data dataset datasets database source sources come came used use records test tested try tried trained set sets",
    ),
    _kind(
        "evaluation",
        r"how (?:was|were|is|are|did they|do they|well)\b.{0,30}\b(?:evaluat|test|valid|assess|check|mark|measur)|try it out|(?:has|did) any(?:one|body) (?:used|use|tried|tested|put)|(?:been )?(?:used|adopted|taken up) (?:it )?(?:yet|already|by)|evaluat|validat",
        words="evaluated evaluation tested validated assess assessed compared benchmark experiments used",
        signs=r"\bevaluat|\btest(?:ed|s|ing)?\b|\bvalidat|\bassess|\bbenchmark|\bcase stud|\bexperiments?\b|\b(?:has|have) been used\b|\bused (?:by|in|for)\b",
        about="evaluate evaluated evaluation test tested validate validated assess assessed check checked try tried used use anyone anybody put yet",
    ),
    _kind(
        "novelty",
        r"(?:what(?:'s| is| was)|anything) (?:\w+ )?(?:new|novel|different|original|special)\b|novel(?:ty)?\b|contributions?\b|that others? (?:can'?t|cannot|don'?t|do not)|(?:differ|different) from (?:earlier|previous|prior|other|existing)|new (?:here|about|in)\b",
        words="novel new first contribution unlike introduce propose previous",
        signs=r"\bnovel\b|\bnew\b|\bfirst\b|\bunlike\b|\bcontribut|\bwe (?:propose|introduce|present|develop|describe|provide|show)\b|in contrast (?:to|with)|\bprevious(?:ly)?\b|to (?:our|the best of our) knowledge",
        about="new novel novelty different differ original special contribution contributions earlier previous prior work other others existing",
    ),
    _kind(
        "importance",
        r"why (?:does|is|should|would|do) (?:it|this|that|one|anybody|anyone|we|i)\b.{0,20}\b(?:matter|important|relevant|care|needed|useful)\b|what (?:is|'s) (?:it|this) (?:good|useful|used) for|so what\b|(?:importance|relevance|significance|implications?|impact|benefits?|applications?)\b|(?:meaning|matter)s? for (?:practice|people|patients)",
        words="important importance impact implication application useful need enable benefit relevant",
        signs=r"\bimportan|\bimpact|\bimplication|\bapplicat|\buseful|\bcan be (?:used|applied)|\benabl|\bbenefit|\bneed(?:s|ed)?\b|\bcrucial|\bessential|\brelevan|\bhelp",
        about="why matter matters important importance relevant relevance care needed useful good use significance implication implications impact benefit benefits",
    ),
    _kind(
        "judgement",
        rf"(?:is|are|was|were|does|do|did) (?:{_THEY}|\w+(?: \w+)?) (?:\w+ )?(?:{_GOOD}|work|help|replicate|succeed)\b|how (?:good|well|accurate|reliable|effective|trustworthy|sure|certain|strong)\b|(?:are|is) the (?:results?|findings?|evidence) ",
        words="accuracy performance improved outperform significant effective reliable consistent replicate",
        signs=r"\bsignificant|\bimprov|\baccura|\boutperform|\beffective|\breliab|\bconsistent|\bbetter\b|\breplicat|\breproduc|\bperform(?:s|ed|ance)\b|\brobust|\bhigher\b|\blower\b|\bincreased\b",
        about="good any useful worth reliable trustworthy valid robust sound convincing work works well result results finding findings",
    ),
    _kind(
        "comparison",
        r"(?:better|worse|faster|slower|quicker|quick|cheaper|stronger|larger|smaller|more|less|fewer|higher|lower|longer|shorter|best|worst|most|least|fastest)\b|than\b|compar|versus\b|vs\b|differ(?:s|ent|ence|ences)?\b|similar|alternatives?|(?:which|what) other (?:\w+ )?(?:methods?|programs?|tools?|packages?)|difference",
        words="compared comparison than versus outperform faster better similar difference",
        signs=r"\bthan\b|\bcompar|\bversus\b|\bvs\b|\boutperform|\bfaster\b|\bslower\b|\bbetter\b|\bbest\b|\bworse\b|\bsimilar|\bdiffer|\bwhereas\b|\bsuperior|\bhigher\b|\blower\b|\bhighest\b|\blowest\b|\bas (?:well|good|fast) as\b",
        about="compare compared comparison than versus difference differ method methods",
    ),
    _kind(
        "definition",
        r"what(?:'s| is| are| was| were| do| does| did| means?)\b(?!.{0,25}\b(?:results?|findings?|limitations?|new|purpose|aim|about|sample|name|problem|title|difference|effect|audience|point|upshot)\b)"
        r"|defin(?:e|ed|ition)|mean(?:s|t|ing)?\b|stands? for|refers? to|called\b|short for|acronym",
        words="defined definition called refers termed denotes",
        signs=r"\b(?:is|are|was|were) (?:an?|the|one of|defined|called|known|termed|a form|a kind|a type)\b|\bdefined\b|\bcalled\b|\brefers? to\b|\bmeans\b|\bstands? for\b|\bdenot|\bknown as\b|\bi\.e\.|\bthat is\b|\bterm(?:ed)?\b|\bnamely\b",
        about="define defined definition mean means meant meaning stand stands refer refers called short acronym term",
    ),
    _kind(
        "why",
        r"why\b|what (?:is|was|are|were) the (?:reasons?|causes?|rationale)|how come|what (?:causes?|caused|makes?|made|leads?|led)|when does .{0,30} (?:stop|fail|break)|for what reason|reasons?\b",
        words="because reason cause due therefore explain",
        signs=r"\bbecause\b|\bdue to\b|\bsince\b|\bin order to\b|\bso (?:that|as to)\b|\breasons?\b|\btherefore\b|\bthus\b|\bhence\b|\bas a (?:result|consequence)\b|\bowing to\b|\bcaus(?:e|es|ed|ing)\b|\blead(?:s|ing)? to\b|\bresult(?:s|ed|ing)? (?:in|from)\b|\battribut|\bexplain|\ballow|\bto avoid\b|\bwhen\b|\bhow(?: come)\b|^To\b",
        about="why reason reasons cause causes come explain happen make makes made",
    ),
    _kind(
        "how",
        rf"how (?:do|does|did|is|are|was|were|can|could)\b|(?:which|what) (?:\w+ ){{0,2}}(?:methods?|techniques?|procedures?|approach|kind|type)\b|what did {_THEY} do\b|methods?\b|how it works|procedure",
        words="method procedure used using performed measured calculated approach",
        signs=r"\bwe (?:\w+ )?(?:us|measur|comput|calculat|train|appl|perform|develop|estimat|select|collect|compar|analy|ask|test|employ|adopt|obtain|construct|defin|generat|simulat|ran\b|fit)|\b(?:was|were|is|are) (?:\w+ )?(?:\w+ed|carried out|done|made|taken|chosen|built)\b|\busing\b|\bby (?:\w+ing)\b",
        about="how do does did method methods technique procedure approach kind type work works",
    ),
    _kind(
        "aim",
        rf"(?:aims?|goals?|purpose|objectives?|hypothes[ie]s|motivation|research questions?)\b|what (?:did|do|does|is|was) {_THEY} (?:want|try|trying|hope|studying|investigating|about)\b|what(?:'s| is| was) (?:this|the|it) (?:\w+ )?(?:all )?about|why (?:was|were|did) {_THEY} (?:do|done|write|written|make|made|carry|conduct)",
        words="aim objective purpose goal investigate examine study present propose hypothesis",
        signs=r"\baim(?:s|ed)?\b|\bobjectives?\b|\bpurpose\b|\bgoals?\b|\bwe (?:\w+ )?(?:investigat|examin|stud|ask|test|present|propose|develop|describe|report|introduce|explore|analy|provide|show)|\bthis (?:paper|study|article|work|package|tutorial|module|report|review)\b|\bhypothes|\bin order to\b|\bis an? (?:\S+ ){0,4}(?:package|library|tool|framework|method|course|tutorial)\b",
        about="aim aims goal goals purpose objective objectives hypothesis motivation question research want try trying about paper study article main idea topic",
    ),
    _kind(
        "result",
        rf"(?:main |key |primary |overall )?(?:results?|findings?|outcomes?|conclusions?|takeaways?|take-?home|upshot|message|bottom line)\b|what (?:did|do|does) {_THEY} (?:find|show|conclude|discover|learn|prove|get)\b|what (?:happens?|happened)\b|(?:does|do|did|is|are|was|were|has|have|can) \w+(?: \w+){{0,4}} (?:make a difference|matter|affect|influence|change|reduce|increase|improve|cause|like|replicat)|did .{{0,30}}\b(?:work|find|succeed)\b|found\b",
        words="results found showed significant conclude conclusion suggest increased reduced findings",
        signs=r"\b(?:we|results?|findings?|study|analysis|data|authors?)\b.{0,25}\b(?:show(?:s|ed|n)?|f(?:ou|i)nd|demonstrat|suggest|indicat|reveal|conclud|observ|confirm)|\bsignifican|\bconclu|\bassociated\b|\bincreas|\bdecreas|\breduc|\bhigher\b|\blower\b|\boutperform|\bno (?:significant )?(?:difference|effect|evidence)",
        about="main key primary result results finding findings outcome outcomes conclusion conclusions takeaway take home point upshot message find found show showed conclude happen happens number numbers",
    ),
    _kind(
        "summary",
        rf"summar|(?:in|into) (?:\w+ ){{1,3}}(?:points|sentences|words|nutshell)|gist\b|tl;?dr|overview|upshot|bottom line|what(?:'s| is| was) (?:this|the|it) (?:\w+ )?(?:all )?about|what did {_THEY} do\b|(?:main|key) (?:points?|ideas?|messages?)|tell me about (?:this|the|it)|explain (?:this|it|the paper)\b|short version",
        words="",
        signs=r"\b(?:in )?this (?:paper|article|work|study|report|review|tutorial|package)\b|\bwe (?:\w+ )?(?:propose|present|introduce|show|demonstrate|f(?:ou|i)nd|develop|design|describe|study|investigat|report|conclude|argue|provide|examin|evaluat|analy|test)|\bour (?:results?|findings?|method|approach)|\bresults? (?:show|suggest|indicate)|\bconclusions?:|\bis an? (?:\S+ ){0,4}(?:package|library|tool|framework|method|course|tutorial)\b|\bsignificant",
        about="summary summarise summarize point points sentence sentences gist overview upshot about main key idea ideas message messages tell explain paper three two few short version",
    ),
    _kind(
        "future",
        r"(?:done|do|work|go|come|comes|steps?|research|stud(?:y|ies)|happens?) next\b|next steps?\b|future\b|further (?:work|research|stud)|still (?:open|missing|unknown|to be)|open questions?",
        words="future further research needed should studies next",
        signs=r"\bfuture\b|\bfurther (?:work|research|stud|investigat)|\bneed(?:s|ed)? to\b|\bneeded\b|\bshould\b|\bremains? to\b|\bnext step|\bplan to\b",
        about="next step steps future further research work study studies done open question questions still",
    ),
    _kind(
        "control",
        r"control(?:s| groups?)?\b|placebo|comparison group|blind",
        words="control controls placebo comparison healthy baseline group",
        signs=r"\bcontrols?\b|\bplacebo|\bcomparison group|\bhealthy\b|\bversus\b|\bbaseline",
        about="control controls group placebo comparison there",
    ),
)
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|large|big|long|often|old|high|far|fast|accurate|quick|quickly|soon|tall|heavy|deep|wide|well|good|strong|frequent)\b|\bwhen\b|\bin numbers\b"
    r"|\b(?:what|which|whose)(?:'s| is| was| are| were)?(?: the)? (?:\w+ ){0,3}(?:numbers?|sizes?|percentages?|percent|proportion|rates?|length|ages?|dose|ratio"
    r"|amount|scores?|accuracy|values?|range|duration|frequency|temperature|cost|price|count|fraction|prevalence|year|date|levels?)\b|\bby how\b",
    re.IGNORECASE,
)
# "One" is a pronoun more often than a number.
GIVES_NUMBER = re.compile(
    rf"\d|\b(?:{'|'.join(word for word in NUMBERS if word != 'one')}|hundreds?|thousands?|millions?)\b", re.IGNORECASE
)


MOST_KINDS = 2
# Stems of words of asking, which no answer needs to have.
_ASKING = frozenset(
    map(
        stem,
        """many long often get got go tell say says describe explain give given list mention name please exactly really actually look take
        took taken make makes made do done use used one ones thing things anything something kind kinds way ways much paper papers study
        studies article author authors work report reported""".split(),
    )
)


def kinds_of(question: str) -> tuple[Kind, ...]:
    """Return the kinds that a question may be of, at most `MOST_KINDS`, in the table's order; a definition only where it is nothing else."""
    found = [kind for kind in KINDS if kind.asks.search(question)]
    others = [kind for kind in found if kind.name != "definition"]
    return tuple(others or found)[:MOST_KINDS]


def asks_number(question: str) -> bool:
    """Tell whether a question asks for a number."""
    return _ASKS_NUMBER.search(question) is not None


def own_words(question: str, kinds: tuple[Kind, ...]) -> list[str]:
    """Return the words of a question that say what it is about: without stop words, and those that only say its kind."""
    about = _ASKING.union(*(kind.about for kind in kinds))
    return [word for word in dict.fromkeys(tokens(question)) if word not in STOP_WORDS and stem(word) not in about]
