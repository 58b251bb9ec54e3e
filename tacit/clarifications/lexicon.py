"""Lists of words that the rules share."""

from __future__ import annotations

from tacit.language.english.wordlists import words

NO_THINGS = words("DATE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL")
"""Entities that cannot be acted on."""

ABSTRACT = words(
    "time minute hour second day night week month year morning evening moment while degree step way case kind "
    "sort type form example reason result purpose order sake place thing use need chance care help practice "
    "experience idea advantage difference direction distance length width height depth size weight speed "
    "amount number level volume temperature heat angle pressure rate cm mm metre meter inch foot gram kilogram "
    "litre liter tablespoon teaspoon pinch g kg ml l centimetre centimeter millimetre millimeter kilometre "
    "stroke percent turn round stage process method task work job future past "
    "end beginning start rest half third quarter lot bit piece pair set point top bottom side middle centre "
    "center front back inside outside home room outdoors indoors advance shade sun air noon summer winter "
    "spring autumn fall left right"
)
"""Nouns that are times, amounts, manners and places rather than things."""

THINGS_WITH_ARTICLE = words("foot form piece set volume shade example glass spring")
"""Those of them that are things where they have an article."""

NO_MODIFIERS = words("own enough several more less few many much little certain such entire whole")
"""Words before a noun that do not tell it from others."""

MEASURES = words("cup glass bottle pinch spoon tablespoon teaspoon handful piece slice layer coat sheet pair set drop")
"""Nouns that only measure what stands after *of*."""

PARTS = words("edge end side top bottom middle centre center corner base tip inside outside underside")
"""Parts and sides that are always of something."""

FITTINGS = words(
    "lid handle door cover cap button menu screw thread rim tab strap housing setting settings fold base neck back "
    "front knob switch lever plug spout hinge flap frame catch slot hole opening list page panel surface tray border "
    "label sticker display screen cable cord hem seam foot leg arm head face body key tag"
)
"""Parts that many things have."""

ASPECT_VERBS = {"adjust": 0.7, "calibrate": 0.7, "measure": 0.45, "check": 0.45, "compare": 0.45}
"""Verbs that are about one aspect or part of their object, and how often it matters which; to check is to look at."""

ASPECTS = ABSTRACT | words(
    "position tension tilt balance brightness contrast volume alignment setting result fit spelling status quality "
    "progress weather balance battery time date version address spelling option box list label page manual guide "
    "documentation log output message setting settings instruction instructions schedule account price cost"
)
"""Nouns that are aspects already, or that one simply reads."""

PEOPLE = words(
    "people person man woman child kid baby friend partner parent doctor teacher student user reader customer guest "
    "owner player colleague someone anyone everyone adult patient boss parent family member recipient supplier "
    "neighbour neighbor manager team staff visitor volunteer tenant employee applicant courier plumber nurse"
)
"""Nouns that *it* never stands for, and that one seldom acts on."""

NO_THING_NOUNS = ABSTRACT | PEOPLE

PRONOUNS = {"it": False, "its": False, "they": True, "them": True, "their": True, "these": True, "those": True}
"""Pronouns for things, and whether they are plural."""

FUSED = words("both some most all several many few each either neither")
EVERYDAY = words(
    "enjoy repeat continue start begin stop finish try wait help practice practise read eat drink cook bake sleep keep "
    "drill shift save check reach water"
) | {"carry on", "move on", "turn back"}
"""Verbs that need no object in instructions although they often have one."""
TREATING = words(
    "rinse wipe wash clean scrub brush dust dry soak drain disinfect sand polish coat cover paint varnish oil grease "
    "wax glue seal press tighten loosen trim remove replace take put lift assemble place empty refill store "
    "unscrew restart reload reboot"
)
"""Verbs that fit nearly everything, so that they do not tell what is meant; what is kneaded can only be the dough."""
SELDOM_SEEN = words(
    "chill seal twist swirl spin nail dip spray oil grease sign thin whisk blend drizzle season sprinkle unplug unfold "
    "refold reassemble reinstall reattach rewind crimp clamp rivet bolt solder sand prime stain staple hem pin baste "
    "iron bind label scan upload download submit export import install uninstall reset copy paste archive rename "
    "compress encrypt mount unmount flush deploy merge sync return inflate deflate unscrew fasten secure detach attach "
    "confirm forward tag weigh strain skim knead stretch tune retighten readjust refit"
)
"""Verbs that need an object, and that the parser or the table of verbs hardly knows."""
FOOD = words(
    "flour sugar salt pepper milk butter cream cheese egg yolk dough batter filling yeast bread meat pork beef chicken "
    "fish rice pasta noodle stock broth soup sauce syrup juice onion garlic ginger potato tomato carrot cabbage "
    "spinach lemon orange apple berry fruit vegetable peel herb spice vinegar honey chocolate cake dumpling whey curd"
)
"""What recipes are about."""
