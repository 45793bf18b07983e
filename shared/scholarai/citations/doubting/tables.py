"""What a sentence of ours may say in other words than its quote, and what makes a claim stronger.

The tables add to those of `citations.meaning_tables`; words stand for all their endings where a table says so. Chosen by us:
ranks of certainty and number follow Hyland, Hedging in Scientific Research Articles (1998), chapter 5; words for the same are
those that abstracts and their summaries exchange.
"""

# fmt: off

# Words that leave a claim open, and those that close it. A word of neither stands between them.
WEAK = """
may might can could possible possibly potential potentially probable probably perhaps likely presumably apparently seemingly
suggest suggests suggested suggesting appear appears appeared seem seems seemed tend tends tended tendency conceivably arguably
plausible plausibly putative hypothesize hypothesizes hypothesized hypothesise speculate speculates believe believes believed
assume assumes assumed whether if would should
some several many most few often sometimes usually frequently occasionally typically generally commonly mostly mainly largely
partly partially somewhat rarely seldom approximately about roughly around almost nearly normally majority part half
"""
STRONG = """
must always never all every everything everyone entire entirely complete completely fully whole wholly exactly precisely
invariably universally certain certainly definitely clearly obviously undoubtedly necessarily inevitably unquestionably
conclusively guarantee guarantees guaranteed prove proves proved proven proof confirm confirms confirmed establish establishes
established demonstrate demonstrates demonstrated ensure ensures ensured only solely exclusively totally absolutely ever any
each will
"""
# Of the weak ones, those whose loss alone makes an assertion of a guess, wherever they stand.
GUESSING = """
may might possibly probably perhaps presumably apparently seemingly conceivably seem seems seemed appear appears appeared
"""

# Of the weak ones, those that speak of a number.
APPROXIMATING = "approximately about roughly around almost nearly"

# Of the strong ones, those that speak of all cases there are: a quote about something else carries none of them.
SWEEPING = "all every everything everyone always never none nobody nothing nowhere"

# Words whose loss changes which or how much of something is meant.
RESTRICTING = "less fewer least few little rarely seldom half partly partially sometimes"

# Words beside the negations of `meaning_tables` by which a sentence may say that something is not.
DENYING = """
rather instead remove removes removing removed removal only free except exception besides unlike lose loses lost too missing miss
omit omits omitted exclude excludes excluded exclusively disappear disappears disappeared vanish vanishes vanished stop stops stopped
ignore ignores ignored outside beyond impossible hard difficult insufficient rule ruled rules reject rejected refuted contrary opposed
otherwise separate apart zero independent independently regardless irrespective still
"""

# Units of one measure in terms of its smallest: numbers are the same where their products are.
MEASURES = (
  "ns 1 us 1e3 ms 1e6 s 1e9 sec 1e9 second 1e9 seconds 1e9 min 6e10 minute 6e10 minutes 6e10 h 3.6e12 hr 3.6e12 hour 3.6e12 hours 3.6e12",
  "hour 1 hours 1 day 24 days 24 week 168 weeks 168", "month 1 months 1 year 12 years 12 decade 120 decades 120 century 1200 centuries 1200",
  "nm 1 um 1e3 mm 1e6 cm 1e7 m 1e9 km 1e12", "ng 1 ug 1e3 mg 1e6 g 1e9 kg 1e12", "ul 1 ml 1e3 l 1e6", "hz 1 khz 1e3 mhz 1e6 ghz 1e9",
  "pa 1 kpa 1e3 mpa 1e6 gpa 1e9", "v 1e3 mv 1 kv 1e6", "ev 1 kev 1e3 mev 1e6 gev 1e9 tev 1e12", "bit 1 bits 1 byte 8 bytes 8 kb 8192 mb 8388608 gb 8589934592",
)

# Prepositions and parts of verbs: adding one, or exchanging it for no opposite, changes little.
PARTICLES = "with up down out over under within around across along per against off own"

# Words that join sentences, or lead over to one.
JOINING = """
because since although though while whereas however therefore thus hence consequently so then moreover furthermore additionally also
too besides still yet nevertheless nonetheless instead first firstly second secondly finally overall specifically namely indeed thereby
that which who whose where when as like given due respectively including
"""

# Words for the same, whatever their ending. No two words of a line turn each other.
ALIKE = (
  "use uses used using utilize utilise utilization employ apply application adopt usage", "show shows showed shown demonstrate reveal display exhibit",
  "suggest indicate imply", "find found finds observe see saw seen discover detect", "propose present introduce describe suggest offer",
  "obtain get gets got achieve attain reach yield", "give gives given gave provide supply offer yield produce", "author authors researcher writer team",
  "study studies paper work article survey research investigation", "method methods approach technique procedure algorithm scheme way",
  "result results finding outcome", "need needs require requires required necessary demand", "make makes made create build construct produce generate",
  "begin began start", "end finish stop", "help aid assist support", "important essential crucial key vital relevant", "large big great substantial considerable",
  "small little tiny minor", "fast quick rapid swift", "hard difficult challenging", "easy simple straightforward", "wrong incorrect false", "right correct true",
  "many numerous", "several various some multiple", "about approximately roughly around nearly almost some circa", "often frequently commonly", "usually typically generally normally mostly",
  "because since as due", "although though while whereas", "therefore thus hence so consequently", "however but yet", "also too additionally moreover",
  "approach method", "measure evaluate assess quantify", "compute calculate determine derive estimate", "choose chose chosen select pick", "keep kept maintain retain preserve",
  "change alter modify vary", "cause causes caused induce trigger bring", "affect influence impact", "contain include comprise consist", "consider regard treat",
  "whole entire complete", "entirely completely fully totally", "only solely just merely exclusively", "within inside in", "during in over", "via by through with using", "per a each every",
  "each every all", "different distinct various", "same identical", "similar alike comparable", "equal same", "compare comparison relative versus", "decrease reduce decline lower drop fall diminish lowered fell shrink shrunk",
  "increase raise rise rose grow grew grown enhance higher", "improve enhance better boost increase", "worsen degrade deteriorate worse impair", "high great large",
  "low small", "less fewer lower smaller", "more greater higher larger over above exceed", "under below less than", "before prior previous earlier preceding", "after following once later",
  "picture image photo", "people person persons individual individuals participant participants subject subjects respondent human", "user users people", "child children", "car vehicle",
  "data dataset datasets corpus", "task problem", "test tests tested experiment trial evaluate", "train learn fit", "model models network system", "sample samples instance instances example examples",
  "participant participants subject subjects", "gene genes", "speed rate", "amount quantity", "number count", "share proportion fraction percentage part", "main primary principal chief major",
  "total overall", "last final", "first initial", "new novel", "old older previous", "current present", "past previous", "recent new", "possible feasible", "likely probable", "probably likely presumably",
  "may might could can", "must need", "will shall", "able can capable", "enable allow permit let", "prevent avoid stop", "assume suppose presume", "think believe", "say said state report note mention write argue claim", "call name term known",
  "certain particular specific", "clear obvious evident", "show illustrate depict", "depend rely", "remain stay keep", "happen occur arise", "exist", "lack miss", "fail", "work function perform operate run", "perform conduct carry execute",
  "quality performance accuracy", "identify detect recognize recognise", "predict forecast", "explain account", "better superior", "worse inferior", "good well", "outperform beat surpass exceed", "surprising unexpected", "rare uncommon", "common frequent widespread",
  "hold valid true apply", "besides except apart", "close near", "far distant", "cheap inexpensive", "expensive costly", "free", "long lengthy", "short brief", "weak faint", "strong powerful", "dark", "settle resolve", "cover span include",
)

# Units and counted things that are written in several ways.
SAME_UNITS = (
  "% percent percentage percentages cent pct", "s sec secs second seconds", "min mins minute minutes", "h hr hrs hour hours", "day days", "week weeks", "month months", "year years yr yrs",
  "decade decades", "century centuries", "ms millisecond milliseconds", "us microsecond microseconds", "ns nanosecond nanoseconds", "m metre metres meter meters", "cm centimetre centimetres centimeter centimeters",
  "mm millimetre millimetres millimeter millimeters", "km kilometre kilometres kilometer kilometers", "um micron microns micrometre micrometres micrometer micrometers", "nm nanometre nanometres nanometer nanometers",
  "g gram grams", "kg kilogram kilograms", "mg milligram milligrams", "ug mug microgram micrograms", "ng nanogram nanograms", "t ton tons tonne tonnes", "l litre litres liter liters",
  "ml millilitre millilitres milliliter milliliters", "ul microliter microliters microlitres", "° degree degrees", "c celsius", "f fahrenheit", "k kelvin", "rad radian radians", "px pixel pixels", "kb kilobytes", "mb megabytes", "gb gigabytes",
  "inch inches", "foot feet", "mile miles", "yard yards", "lb lbs", "ounce ounces", "x times fold", "point points", "$ dollar dollars usd", "€ euro euros eur", "£ pound pounds gbp",
  "word words", "token tokens", "character characters", "letter letters", "sentence sentences", "paragraph paragraphs", "document documents", "page pages", "paper papers article articles study studies", "image images frame frames picture",
  "video videos", "sample samples example examples instance instances", "item items", "case cases", "patient patients", "participant participants subject subjects person persons people individual individuals student students", "user users", "author authors",
  "annotator annotators", "cell cells", "mouse mice", "rat rats", "animal animals", "gene genes", "protein proteins", "star stars", "galaxy galaxies", "event events", "node nodes", "edge edges", "layer layers", "parameter parameters", "epoch epochs",
  "step steps iteration iterations", "run runs", "class classes category categories", "feature features dimension dimensions", "model models", "dataset datasets", "language languages", "country countries", "question questions", "answer answers", "bit bits", "byte bytes",
)

# Joints around which both sides may be exchanged, and words that say that the sides are equal.
SYMMETRIC = "and or nor as well plus but while whereas both is are was were be been a an the we it they"
EQUALLING = """
equal equals equivalent same identical similar alike comparable correlated correlate correlates correlation related relation associated
association between together interact interacts combined versus differ differs differed different agree agrees agreement coincide
"""

# Words of a sentence about a paper, not from it.
REPORTING = """
paper papers author authors study studies work article researchers report reports reported say says said state states stated show shows showed
shown find finds found describe describes described present presents presented propose proposes proposed note notes noted write writes wrote
according argue argues argued claim claims claimed text section result results their his her
"""

# Words by which a paper speaks of its subject, for which an answer may say the name that was asked for.
GENERIC = """
model models method methods approach approaches system systems network networks architecture algorithm algorithms tool framework
package software library dataset data task technique procedure scheme paper work study one ones former latter proposed presented
"""
