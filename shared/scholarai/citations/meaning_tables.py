"""The words whose change turns what a sentence says.

They name the kind of a change, keep a garbled letter from passing as one of them, and tell an elision that hides a negation.
Chosen by us from Quirk et al., A Comprehensive Grammar of the English Language (1985), chapters 4.51 (modals), 5.10
(determiners), 8.111 (minimisers), 10.54 (negation) and 15.64 (comparison); units from the BIPM's SI brochure (9th edition) and
the counted things of abstracts. A word that stands in no table is no safer: every changed word makes a quote altered unless it
is a misspelling. Python, not TOML: importing tomllib and parsing both tables took 18 ms of a first answer
(`python -X importtime`, two busy CPUs).
"""

# fmt: off

NEGATION = """
not no never none neither nor nothing nobody nowhere without cannot cant dont doesnt didnt isnt arent wasnt werent wont
wouldnt shouldnt couldnt hasnt havent hadnt mustnt neednt aint hardly rarely scarcely seldom unlikely unable except unless
"""

# Negations of what follows them at once; left out by an ellipsis they matter where the quote goes on right behind them.
NEAR_NEGATION = """
barely fail fails failed failing lack lacks lacked lacking absent absence excluding instead non impossible neglect neglects
neglected little few denies deny denied refuse refuses refused avoid avoids avoided prevent prevents prevented
"""

QUANTIFIER = """
all any some every each both either most many much few fewer several half majority minority only always sometimes often
usually frequently occasionally mostly mainly largely partly partially entirely completely fully almost nearly
approximately about roughly around exactly precisely everything something anything everyone someone anyone invariably
universally solely merely just alone even
"""

HEDGE = """
may might can could will would shall should must ought need needs suggest suggests suggested suggesting prove proves proved
proven proving show shows showed shown demonstrate demonstrates demonstrated indicate indicates indicated imply implies
implied confirm confirms confirmed establish establishes established assume assumes assumed believe believes believed
possible possibly potential potentially probable probably perhaps likely presumably apparently seemingly appear appears
appeared seem seems seemed tend tends certain certainly definitely clearly obviously undoubtedly necessarily guarantee
guarantees guaranteed certainty conceivably arguably plausible plausibly putative hypothesize hypothesized speculate
if whether
"""

NUMBER = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion
billions trillion trillions dozen dozens once twice thrice single double doubled triple tripled quadruple third thirds
quarter quarters fourth fifth sixth seventh eighth ninth tenth first second pair pairs twofold threefold fourfold fivefold
tenfold
"""

# Opposites of degree, direction, time and judgement: each line holds words of which one may not stand for another.
OPPOSITES = (
  "more less fewer", "most least", "higher lower", "high low", "highest lowest", "larger smaller", "large small",
  "largest smallest", "greater lesser smaller", "greatest least", "bigger smaller", "big small", "better worse",
  "best worst", "good bad poor", "stronger weaker", "strong weak", "strongest weakest", "faster slower", "fast slow",
  "fastest slowest", "longer shorter", "long short", "longest shortest", "older younger", "old young new", "oldest youngest",
  "earlier later", "early late", "earliest latest", "before after", "above below", "over under", "upper lower",
  "up down", "upward downward", "upwards downwards", "upstream downstream", "inside outside", "internal external",
  "inner outer", "within beyond outside", "increase decrease reduce decline", "increases decreases reduces declines",
  "increased decreased reduced declined", "increasing decreasing reducing declining", "raise lower reduce",
  "raises lowers reduces", "raised lowered reduced", "rise fall drop", "rises falls drops", "rising falling dropping",
  "rose fell dropped", "gain loss", "gains losses", "grow shrink", "grows shrinks", "grew shrank", "growth decline",
  "improve degrade worsen", "improves degrades worsens", "improved degraded worsened", "improving degrading worsening",
  "improvement degradation deterioration", "enhance impair diminish", "enhances impairs diminishes",
  "enhanced impaired diminished", "promote inhibit suppress", "promotes inhibits suppresses",
  "promoted inhibited suppressed", "activate inhibit deactivate", "activates inhibits deactivates",
  "activated inhibited deactivated", "activation inhibition deactivation", "accelerate decelerate slow",
  "accelerates decelerates slows", "strengthen weaken", "strengthens weakens", "strengthened weakened",
  "maximum minimum", "maximal minimal", "maximize minimize", "maximizes minimizes", "maximise minimise", "max min",
  "positive negative", "positively negatively", "plus minus", "add subtract remove", "added removed", "include exclude",
  "includes excludes", "included excluded", "including excluding", "present absent", "presence absence", "gained lost",
  "true false", "right wrong", "right left", "correct incorrect", "correctly incorrectly", "accurate inaccurate",
  "valid invalid", "same different", "similar different dissimilar", "equal unequal", "simple complex complicated",
  "easy hard difficult", "easier harder", "significant insignificant nonsignificant", "significantly insignificantly",
  "sufficient insufficient", "stable unstable", "known unknown", "common rare", "frequent rare", "dependent independent",
  "symmetric asymmetric", "linear nonlinear", "supervised unsupervised", "consistent inconsistent",
  "complete incomplete", "successful unsuccessful", "success failure", "succeed fail", "succeeds fails",
  "with without", "for against", "accept reject", "accepts rejects", "accepted rejected", "agree disagree",
  "agrees disagrees", "support contradict refute", "supports contradicts refutes", "supported contradicted refuted",
  "allow prevent forbid", "allows prevents forbids", "allowed prevented forbidden", "enable disable", "enables disables",
  "cause prevent", "causes prevents", "caused prevented", "first last", "start end", "begin end", "begins ends",
  "hot cold", "warm cool", "warmer colder cooler", "hotter colder", "wet dry", "wetter drier", "dense sparse",
  "thick thin", "thicker thinner", "deep shallow", "deeper shallower", "wide narrow", "wider narrower", "broad narrow",
  "near far", "nearer farther", "closer farther further", "nearby distant", "bright dark faint", "brighter darker fainter",
  "heavy light", "heavier lighter", "rich poor", "richer poorer", "acidic alkaline basic", "acute chronic",
  "benign malignant", "male female", "men women", "man woman", "boys girls", "children adults", "hypertension hypotension",
  "adsorption absorption", "adsorb absorb", "import export", "imports exports", "input output", "inputs outputs",
  "encode decode", "encoder decoder", "lossy lossless", "static dynamic", "local global", "discrete continuous",
  "convex concave", "upper lower", "ascending descending", "forward backward reverse", "clockwise counterclockwise",
  "horizontal vertical", "parallel perpendicular orthogonal", "north south", "northern southern", "east west",
  "eastern western", "summer winter", "day night", "odd even", "optimistic pessimistic", "overestimate underestimate",
  "overestimates underestimates", "overestimated underestimated", "outperform underperform", "outperforms underperforms",
  "outperformed underperformed", "superior inferior", "exceed fall", "cheaper dearer costlier", "cheap expensive costly",
  "safe unsafe dangerous", "safer riskier", "visible invisible", "possible impossible", "open closed", "active passive inactive",
  "public private", "always never", "ever never", "many few", "much little", "all none some", "every no", "everything nothing",
)

UNIT = """
nm mm cm dm km m um micron microns angstrom inch inches foot feet yard yards mile miles pc kpc mpc gpc au ly
g kg mg ug ng pg t ton tons tonne tonnes lb lbs ounce ounces gram grams kilogram kilograms milligram milligrams
microgram micrograms nanogram nanograms
s ms us ns ps fs min mins h hr hrs sec secs second seconds minute minutes hour hours day days week weeks month months year
years decade decades century centuries millisecond milliseconds microsecond microseconds nanosecond nanoseconds
hz khz mhz ghz thz n kn pa kpa mpa gpa bar mbar atm j kj mj kcal cal ev kev mev gev tev w mw kw gw v mv kv a ma k c f
celsius kelvin fahrenheit degree degrees radian radians rad mrad arcmin arcsec arcminutes arcseconds
l ml ul dl litre litres liter liters millilitre millilitres milliliter milliliters microliter microliters microlitres
mol mmol nmol pmol molar mm um nm bp kb mb gb tb bit bits byte bytes kilobytes megabytes gigabytes bps kbps mbps gbps
db fps rpm dpi px pixel pixels percent percentage percentages permille point points fold
metre metres meter meters centimetre centimetres centimeter centimeters millimetre millimetres millimeter millimeters
kilometre kilometres kilometer kilometers micrometre micrometres micrometer micrometers nanometre nanometres nanometer
nanometers
word words token tokens character characters letter letters sentence sentences paragraph paragraphs document documents page
pages paper papers article articles image images frame frames video videos sample samples example examples instance instances
item items case cases patient patients participant participants subject subjects person persons people individual individuals
user users author authors student students annotator annotators cell cells mouse mice rat rats animal animals gene genes
protein proteins species star stars galaxy galaxies event events node nodes edge edges layer layers parameter parameters
epoch epochs step steps iteration iterations run runs class classes category categories feature features dimension
dimensions model models dataset datasets language languages country countries question questions answer answers
"""

ARTICLES = "a an the"

# Words of grammar: a letter garbled in one of them gives no other meaning, whatever word comes out.
PLAIN = """
a an the of in on at to for from by as is are was were be been being am it its this that these those there here which who whom
whose we our us they their them he his she her i my you your and or but so than then thus also such very has have had do does
did et al into onto upon between among through during via per when where while what how
"""

# Two that stand glued are one word to a reader who copies: "not able" is not "notable".
DIVIDING = "a an in no non not now un on to the and or all any one"
