"""The words by which the rules tell units, numbers, negations and directions; chosen by us from grammars, not from a test set.

Units follow the BIPM's SI brochure (9th edition), the words that negate and compare Quirk et al., A Comprehensive Grammar of the
English Language (1985), chapters 10.54 and 15.64.
"""

# fmt: off

# Units of one dimension a line: names of a unit, then its size. "SI" lines take the decimal prefixes.
UNITS = (
  ("time", "s sec secs second seconds", 1), ("time", "min mins minute minutes", 60), ("time", "h hr hrs hour hours", 3_600),
  ("time", "d day days", 86_400), ("time", "week weeks wk", 604_800), ("time", "fortnight", 1_209_600), ("time", "month months mo", 2_629_800),
  ("time", "y yr yrs year years", 31_557_600), ("time", "decade decades", 315_576_000), ("time", "century centuries", 3_155_760_000),
  ("share", "% percent percentage", 1), ("share", "‰ permille", 0.1), ("points", "point points", 1), ("pp", "percentagepoint percentagepoints", 1), ("fold", "fold times x ×", 1),
  ("length", "inch inches", 0.0254), ("length", "foot feet ft", 0.3048), ("length", "mile miles", 1_609.344), ("length", "micron microns", 1e-6),
  ("length", "ly", 9.461e15), ("angle", "° deg degree degrees", 1), ("angle", "rad radian radians", 57.29578), ("angle", "mrad", 0.05729578),
  ("angle", "arcmin arcminutes", 1 / 60), ("angle", "arcsec arcseconds", 1 / 3_600),
  ("temperature", "celsius °c", 1), ("fahrenheit", "fahrenheit °f", 1), ("kelvin", "kelvin", 1),
  ("mass", "t ton tons tonne tonnes", 1e6), ("mass", "lb lbs", 453.6), ("mass", "ounce ounces oz", 28.35),
  ("dollars", "$ dollar dollars usd", 1), ("euros", "€ euro euros eur", 1), ("pounds", "£ gbp", 1),
)
SI = (
  ("time", "s", "second", 1), ("length", "m", "metre meter", 1), ("mass", "g", "gram gramme", 1), ("volume", "l L", "litre liter", 1),
  ("current", "A", "ampere amp", 1), ("power", "W", "watt", 1), ("energy", "J", "joule", 1), ("electronvolts", "eV", "electronvolt", 1),
  ("voltage", "V", "volt", 1), ("force", "N", "newton", 1), ("pressure", "Pa", "pascal", 1), ("frequency", "Hz", "hertz", 1),
  ("time", "yr", "", 31_557_600), ("data", "B", "byte", 8), ("data", "", "bit", 1), ("molecular mass", "Da", "dalton", 1), ("bases", "bp", "", 1), ("parsecs", "pc", "parsec", 1),
  ("amount", "mol", "mole", 1), ("calories", "cal", "calorie", 1),
)
# Signs of units that are other words or names as often.
NO_UNITS = frozenset({"A", "N", "B", "pm"})
PREFIXES = (
  ("f", "femto", 1e-15), ("p", "pico", 1e-12), ("n", "nano", 1e-9), ("µ", "micro", 1e-6), ("μ", "micro", 1e-6), ("m", "milli", 1e-3), ("c", "centi", 1e-2),
  ("d", "deci", 1e-1), ("", "", 1), ("h", "hecto", 100), ("k", "kilo", 1e3), ("M", "mega", 1e6), ("G", "giga", 1e9), ("T", "tera", 1e12),
)

# "Two thirds" is no number of things.
FRACTIONS = frozenset("half halves third thirds quarter quarters fifth fifths sixth sixths eighth eighths tenth tenths".split())
# Words of grammar between a number and what it counts.
BEFORE_NOUN = frozenset("of the these those their its our more other out to".split())

# Words that deny what stands beside them, and those with which a sentence may deny something in a way that no rule reads.
NOT = "not no never none neither nor nobody nothing nowhere cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt hasnt havent hadnt without hardly rarely scarcely seldom barely lack lacks lacked lacking fail fails failed failing failure absent absence"
DOUBTFUL = """
unlikely unless except excepted exception apart aside save until wrong false incorrect contrary doubt doubts doubtful doubted reject rejected rejects
refute refuted refutes contradict contradicts contradicted deny denied denies exclude excluded excludes excluding exclusion ignore ignored ignores
neglect neglected neglects omit omitted omits avoid avoids avoided prevent prevents prevented unproven unknown unclear retracted withdrawn withdrew
instead rather far little few too impossible unable remove removed missing vanish vanished negligible claim claims claimed claiming expected
expectation hypothesis hypothesised hypothesized believe believed belief thought assumed stop stopped refuse refused despite spite beyond otherwise
spared rare rarer uncommon infrequent unlike contrast whether if might could would may only drop drops dropped lost lose loses left but
"""
# What is weakened by such a word is denied: "no evidence that it works".
WEAKENED = "evidence sign signs indication indications proof trace hint support"

# Words of grammar of other languages; one of them, and few of English, tell a text in another one.
FOREIGN = """
der die das und ist nicht von den dem mit auf ein eine sich wurde wurden werden bei im zu le la les des et est une du dans pour que qui avec sur ont el los las
una por con para del se il lo gli che di non della nel sono het een van zijn met voor niet os um uma na ao och att av som
"""

# Words that say in which direction something differs, one axis a line.
AXES = (
  ("more higher larger greater bigger increase rise raise grow growth gain climb highest largest greatest exceed enhance elevate maximum",
   "less fewer lower smaller decrease decline fall drop reduce reduction shrink shrank lowest smallest diminish minimum"),
  ("large high big huge", "small low tiny"), ("longer prolong lengthen", "shorter shorten"), ("older oldest", "younger youngest"),
  ("after later latest", "before earlier earliest"), ("faster quicker fastest accelerate", "slower slowest slow decelerate"),
  ("better best improve superior outperform", "worse worst worsen degrade deteriorate inferior"),
  ("stronger strongest strengthen", "weaker weakest weaken"), ("easy easier easiest simple", "hard harder hardest difficult complex"),
  ("above over", "below under beneath"), ("warm warmer hot hotter", "cold colder cool cooler"), ("positive", "negative"),
  ("wider broader", "narrower"), ("thicker", "thinner"), ("heavier", "lighter"), ("deeper", "shallower"), ("overestimate", "underestimate"),
  ("upper", "lower"), ("maximal maximise maximize", "minimal minimise minimize"), ("similar same equal identical", "different differ unequal"),
)

GRAMMAR = """
more most less least than as same other others another each every all both any some many much several only just even still already about over under within
across per against up down out off own between among during through by with for from at in on to of and or but nor that which who whose whom where when
while whereas though although because since if whether so such too very also again there here it its they them their he his she her we our us i my you
your this these those one ones is are was were be been being am has have had do does did can could will would shall should may might must not no none never neither a an the
compared relative respectively paper papers author authors article say says said state states stated report reports reported show shows showed shown find
finds found describe describes described note notes noted write writes wrote according what how why via et al eg ie instead itself themselves himself herself yes
"""
IRREGULAR = "forgot:forget forgotten:forget took:take taken:take fell:fall fallen:fall rose:rise risen:rise gave:give given:give kept:keep began:begin begun:begin slept:sleep left:leave grew:grow grown:grow made:make saw:see seen:see came:come went:go gone:go met:meet held:hold led:lead spent:spend built:build caught:catch chose:choose chosen:choose drew:draw drawn:draw ran:run sent:send thought:think brought:bring understood:understand drank:drink drunk:drink ate:eat eaten:eat women:woman men:man children:child mice:mouse feet:foot people:person paid:pay lost:lose said:say sold:sell told:tell won:win bought:buy taught:teach sought:seek fought:fight flew:fly flown:fly knew:know known:know meant:mean felt:feel heard:hear broke:break broken:break spoke:speak spoken:speak wrote:write written:write stood:stand"
