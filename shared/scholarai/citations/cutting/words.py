"""The words by which a clause governs, turns or limits another: English, in classes of few members.

Chosen by us from Quirk et al., A Comprehensive Grammar of the English Language (1985): negation 10.54 to 10.70, subordinators
14.12, conditions and exceptions 15.33 to 15.38, verbs and adjectives with a that-clause 16.30 to 16.72; which of these presuppose
their clause, imply it or leave it open follows Kiparsky and Kiparsky, Fact (1970) and Karttunen, Implicative verbs (Language 47,
1971).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence


class WordClass:
    """A class of words; an entry that ends in `*` stands for all words that begin like it."""

    __slots__ = ("_stems", "_words")

    def __init__(self, entries: str) -> None:
        self._words = frozenset(entry for entry in entries.split() if entry[-1] != "*")
        self._stems = tuple(entry[:-1] for entry in entries.split() if entry[-1] == "*")

    def __contains__(self, form: str) -> bool:
        return form in self._words or (bool(self._stems) and form.startswith(self._stems))

    def meets(self, forms: Iterable[str]) -> bool:
        """Tell whether one of the words belongs to the class."""
        return any(form in self for form in forms)


class Phrases:
    """Phrases of one or more words."""

    __slots__ = ("_by_first",)

    def __init__(self, entries: str) -> None:
        self._by_first: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        for entry in entries.split(","):
            words = tuple(entry.split())
            self._by_first[words[0]].append(words)

    def length_at(self, forms: Sequence[str], at: int = 0) -> int:
        """Return the length in words of the longest phrase that begins at a word, 0 if none does."""
        if at >= len(forms) or forms[at] not in self._by_first:
            return 0
        found = [len(words) for words in self._by_first[forms[at]] if tuple(forms[at : at + len(words)]) == words]
        return max(found, default=0)

    def begin(self, forms: Sequence[str]) -> bool:
        """Tell whether the words begin with one of the phrases."""
        return self.length_at(forms) > 0


# fmt: off

# --- grammar

DETERMINERS = WordClass("the a an this that these those its their our his her each every all both some any no")
ARTICLES = WordClass("the a an this that these")
UNIVERSALS = WordClass("all any each every always whole entire")
PRONOUNS = WordClass("this that these those it they he she which")
PREPOSITIONS = WordClass("""
in on at of for with by from to under during within among after before between over across through as into onto than about
""")
COORDINATORS = WordClass("and or but yet so nor")
SUBORDINATORS = WordClass("""
although though while whereas because since when as despite unlike contrary where once after before
""")
# Clauses that are told as true inside another one.
ASSERTED = WordClass("because although though since while whereas so as")
COMPLEMENTIZERS = WordClass("that whether")
RESULTS = Phrases("so that, now that, such that, in that")
BE = WordClass("is are was were be been being")
AUXILIARIES = WordClass("""
is are was were be been has have had do does did can could will would may might must shall should
""")
MODALS = WordClass("may might would should could")
OPEN_MODALS = WordClass("may might would should")
# Irregular pasts; regular ones are told by their ending.
PASTS = WordClass("""
rose fell grew lost won held kept made gave took got went came saw found ran led left met paid slept beat became began broke brought
built bought caught chose drank drew drove ate felt flew froze heard hid hit hurt knew lay lent meant read rode rang said sang sank
sent set shook shot showed shrank shut sold sought spent split spoke spread sprang stood stuck struck swam taught thought threw told
understood wore wrote wound cut put cost let burnt dealt dug forgot forgave stole swept
""")
NO_PASTS = WordClass("need seed speed feed breed weed red bed shed indeed embed")
# Words in -s that are no verbs, and what follows the -s of a verb.
NO_VERBS = WordClass("""
whereas always perhaps as this its his hers thus besides towards unless sometimes afterwards us across minus plus versus nowadays
""")
AFTER_VERB = WordClass("only as within more less up down out him them it us")

# --- negation

NEGATORS = WordClass("""
not no never none neither nor nothing nobody nowhere without cannot hardly scarcely barely rarely seldom few fewer little zero
""")
# Phrases with a negator that negates nothing of what follows.
IDLE = Phrases("""
not only, no doubt, no less than, no fewer than, no more than, not least, nothing but, no matter, without doubt, without any doubt,
without question, without exception, not surprisingly, not unexpectedly, a few, a little, no wonder, no later than
""")
# Verbs that deny their object: "the plates lacked [a primer]".
EXCLUDING = WordClass("""
lack lacks lacked lacking miss misses missed missing omit* exclud* avoid* fail fails failed ignor* prevent* neglect* discard* reject*
forbid* forbad* forbidden prohibit* refus* abandon* lost absent
""")
# Quantifiers that limit the noun which follows them: "three of", "some".
LIMITING_SHARES = WordClass("""
some half minority part several certain most many majority third quarter two three four five six seven eight nine ten one dozen
""")
LIMITING_DETERMINERS = WordClass("some most many several certain")
LIMITERS = WordClass("only merely solely just alone exclusively barely hardly rarely seldom")

# --- frames: what governs a that-clause

# They presuppose that it is true, negated or not.
FACTIVE = WordClass("""
fact surpris* remarkabl* notabl* noteworthy interest* important* striking* regret* unfortunate* fortunate* aware forget forgot*
ignor* overlook* emphasi* stress* underlin* underscor* highlight* odd curious* strange ironic* advantage* disadvantage* drawback*
limitation* caveat* problem* difficulty downside benefit* realis* realiz* recall* remember* acknowledg* admit* conced* welcome pity
undisputed undeniabl* incontestabl* unquestion* undoubt* pleased glad happy sad sorry disappoint* astonish* amaz* shock* wonder
coincidence accident
""")
# They imply it, unless they are denied or hang on a modal.
SHOWING = WordClass("""
show shows showed shown showing demonstrat* find finds found finding findings observ* see sees saw seen prove proves proved proven
proof confirm* establish* reveal* conclu* verif* document* discover* learn* recogni* know knows knew known note notes noted notic*
remark* point points pointed ascertain* detect* determin* illustrat* mean means meant imply implies follow follows followed
evidence evident clear* obvious* certain* true sure agree* doubtless consensus ensur* guarantee* mention* result results
consequence* reason reasons difference attest* testif* record* corroborat* substantiat*
""")
# Which a "could" leaves open, too: "this could mean that".
WEAKLY_SHOWING = WordClass("mean* impl* point* follow* result*")
# They deny it, so that their own negation asserts it.
DOUBTING = WordClass("doubt* disput* deny denies denied denying contest* question* controvers* uncontest*")
# They leave it open: somebody's claim, a hypothesis, a possibility.
CLAIMING = WordClass("""
claim* hypothe* assum* suppos* belie* think thinks thought thinking suspect* suspicion* rumour* rumor* conjectur* specul* expect*
predict* forecast* hope* fear* wish* worr* alleg* assert* maintain* contend* contention argue* argu* insist* say says said saying
tell tells told hold holds held report* state states stated announc* propos* suggest* hint* imagin* postulat* presum* presuppos*
estimat* guess* idea* notion* view views opinion* theory theories thesis possib* chance* risk* likel* probab* plausib* conceivabl*
impression* myth* legend* misconception* fallacy prejudice* boast* promise* warn* teach* taught write writes wrote written
advertis* pretend* feel feels felt consider* deem* judg* anticipat* indicat* reckon* accus* swear* swore sworn advocat* doctrine
folklore tale tales story stories tradition word proponents critics quot* cite* attribut* infer* dream* exclud* rule rules ruled
unknown uncertain* unclear unproven unconfirmed unsettled undecided untested unsubstantiated undetermined arguable moot doubtful
questionable debat* open seem* appear* persuad* convinc* prospect threat* ask asks asked asking test tests tested testing examin*
investigat* explor* complain* implied repeat* objects objected
""")
# What the authors say themselves is no claim of others: "We report that".
STATING = WordClass("report* state stated say says said write wrote add added describ* mention* note*")
# It came true: "the hypothesis that … was confirmed".
CONFIRMING = WordClass("""
confirm* prove proved proven proves verif* corroborat* validat* establish* justif* upheld borne correct right true accept*
substantiat*
""")
# They negate a frame without being negators: "it is wrong to conclude that", "before we can say that".
DENIERS = WordClass("""
fail fails failed failing unable impossible wrong incorrect mistaken erroneous premature misleading difficult hard far short lack
lacks lacked lacking absence unlikely untrue false remains yet too refus* refut* reject* disprov* contradict* unproven against
insufficient unwarranted unjustified rash hasty absurd early until before unless if whether
""")
# In front of "to": what is meant to be shown is not shown yet.
AIMING = WordClass("order aim* designed set out tried attempted hoped wanted needed sought")
# Verbs with somebody between them and their clause, and what else may stand there.
TELLING = WordClass("convinc* persuad* tell tells told inform* warn* assur* remind* promis* notif* taught teach* show*")
BETWEEN = WordClass("us them me him her out again early clear true and or so it not once later ,")
ADVERBS = WordClass("often also never always even")
EVIDENTIALS = WordClass("""
supposedly reportedly allegedly perhaps maybe possibly presumably probably apparently seemingly conceivably purportedly ostensibly
hypothetically arguably potentially
""")

# --- sources: whose word it is

SOURCES = Phrases("""
according to, in the view of, in the opinion of, in the eyes of, in the words of, in the judgement of, in the judgment of,
by the account of, by their own account, by its own account, by his own account, by her own account, by all accounts, to hear,
in their view, in their opinion, in his view, in her view, if we believe, in the estimate of, in the estimation of, on the word of,
or so, in theory, on paper, at first sight, at first glance
""")
OWN = WordClass("our we us data results measurements table fig figure section")
REPORTING = WordClass("""
say says said claim* argue* argu* insist* believ* think thinks thought suspect suspects suspected assert* alleg* assum* hypothesiz*
hypothesise* maintain* suppos* told hope hopes hoped guess* speculat* contend* seem* hold held
""")
# "As expected" is no claim of others.
FORESEEING = WordClass("expect* predict* hypothe* anticipat* state* report* mention* indicat* suggest* test*")

# --- conditions, exceptions and settings

# Subordinators of clauses that are not said to be true.
CONDITIONAL = Phrases("""
if, unless, provided, providing that, assuming, supposing, in case, as long as, so long as, on condition, on the condition, whenever,
until, till, lest, as though, as if
""")
LIMITS = Phrases("""
if, unless, provided, providing that, assuming, supposing, in case, as long as, so long as, on condition, on the condition, whenever,
until, till, lest, subject to, in the absence of, in the presence of, without, barring, insofar as, to the extent, except, excepting,
save for, save, apart from, aside from, other than, but for, with the exception, with exception, not counting, not including,
excluding, under the assumption, under the hypothesis, under the condition, on the assumption, depending on, granted that,
conditional on, leaving aside, at least in, at least for, at least on, at least when, at least at, at least under, at least among,
at best, so far as, as far as
""")
# In front of their subject, as in "had the bath been stirred".
INVERTED = WordClass("had were should")
# Which begin like limits and are none.
NO_LIMITS = Phrases("""
if not, if any, if anything, if at all, in case of, without exception, without doubt, without question, without any doubt,
without further, for the first time, had we, in terms of, as possible
""")
WIDENING = Phrases("even if, as if, even when, even at, even in, even on, no matter, or not")
# What follows an "if" that concedes: "if rarely grain".
CONCEDED = WordClass("rarely seldom never not any only at possible necessary desired anything so needed")
POSTPOSED = WordClass("excepted excluded aside apart only alone")
EXCEPTIONS = WordClass("exception exceptions")
AFTER_ONLY = WordClass("if by because until those")
SETTINGS = WordClass("in among for on at under during within after before outside inside throughout amongst amid when where")
# Of a setting in front these name a group or a condition, the others a time or a place in the story.
GROUPING = WordClass("in among amongst for under within")
# A setting that names the study itself, or all of it, limits nothing.
DEICTIC = WordClass("""
this these our present such here all both each every whole entirety general summary conclusion fact particular total average short
contrast addition time recent detail line agreement accordance comparison retrospect hindsight spite consequence result results
meantime process reality end table tables figure figures fig section example instance sum turn order principle hand press appendix
supplement accord keeping view response most several many various date analysis analyses same nutshell
""")
CIRCUMSTANCES = WordClass("condition conditions circumstances assumption assumptions")
BOUNDS = WordClass("below above beyond up down")
# Modifiers that narrow a noun of which all is said: "any file | smaller than 2 GB".
NARROWING = WordClass("that who whose which with without in on of from smaller larger below above older younger")

# --- contrast and retraction

CONCESSIVE = WordClass("although though albeit but yet however whereas while and even")
ADDING = WordClass("and while whereas")
RESTRICTING = WordClass("only merely just solely exclusively rarely seldom hardly mainly mostly less with")
RETRACTING = WordClass("""
retract* withdr* refut* disprov* revoke* rescind* overturn* debunk* vanish* disappear* erroneous* error errors mistak* wrong* false*
artefact* artifact* flawed unconfirmed unproven delet* disputed discredit* fabricat* forged annul* repudiat* revers* recant*
contradict*
""")
# Negated, they take a statement back: "could not be reproduced".
LASTING = WordClass("""
confirm* hold held reproduc* replicat* repeat* last lasted persist* surviv* true significan* verif* stand stood borne corroborat* real
""")
CLAIM_NOUNS = WordClass("""
claim claims result results finding findings figure figures count counts increase decrease difference differences gain loss effect
value report reports reading readings observation observations estimate estimates advantage statement dating rise fall change
improvement conclusion assertion verdict number
""")
DOUBLED_BACK = WordClass("once until corrected revised")
SEEMING = WordClass("thought seemed believed appeared")
WITHIN_ERRORS = WordClass("error errors uncertainty uncertainties")

# --- findings

COMPARING = WordClass("""
more less fewer higher lower larger smaller greater lesser better worse stronger weaker faster slower longer shorter older younger
earlier later highest lowest best worst superior inferior than bigger warmer colder cooler hotter wetter drier denser thicker thinner
deeper shallower wider narrower brighter darker heavier lighter richer poorer cheaper safer riskier easier harder calmer closer
farther further sooner increas* decreas* reduc* declin* rais* lower* rise rises rose risen fall falls fell fallen drop* gain gains
gained grow* grew growth shrink* shrank improv* degrad* worsen* enhanc* impair* diminish* promot* inhibit* suppress* accelerat*
slowed strengthen* weaken* doubl* tripl* quadrupl* halv* shorten* lengthen* outperform* exceed* beat beats surpass* prevent*
protect* caus* cured cures cure heal* kill* saved saves twice
""")
EVALUATING = WordClass("""
effective ineffective safe unsafe toxic harmless harmful stable unstable accurate precise reliable significant successful valid
robust efficient common rare fatal deadly beneficial sufficient active visible
""")
