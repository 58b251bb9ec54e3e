"""Closed word classes that event rules need; lemmas in lower case."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COPULAS: Final = _words("be")
_PAST: Final = frozenset({"VBD", "VBN"})
SEMI_MODALS: Final = {
    "have": ("have to", frozenset[str]()),
    "go": ("going to", frozenset({"VBG"})),
    "use": ("used to", _PAST),
    "get": ("got to", _PAST),
    "suppose": ("supposed to", _PAST),
}
"""Verbs that are mere auxiliaries before an infinitive, if in a form with one of these tags."""

ATTITUDES: Final = _words("want need wish hope like love try attempt plan intend decide refuse expect fail forget")
"""Verbs that leave open whether what their infinitive says takes place; events themselves."""

CONTRACTED_MODALS: Final = {"ca": "can", "wo": "will", "'ll": "will", "’ll": "will", "'d": "would", "’d": "would",
                            "sha": "shall", "ll": "will", "cannot": "can"}  # fmt: skip

PARTICLES: Final = _words("up down out off in on over away back around along by through apart together across aside")
FIRM_PARTICLES: Final = _words("up down out off away back apart together")
"""Words that make a new verb with the one they follow, and those of them that are never stranded prepositions."""

SET_PHRASES: Final = frozenset(
    ["in order", "of course", "for example", "for instance", "at least", "after all", "in fact", "in general", "at all",
     "in addition", "at first", "at last", "in particular", "on time", "in time", "in turn", "by hand", "at once"]
)  # fmt: skip
"""Prepositions with nouns that name no participant."""

RELATIVE_PRONOUNS: Final = _words("who whom which that")
RELATIVE_ADVERBS: Final = _words("where when why how whose")

OBJECT_IS_NO_CONTROLLER: Final = _words("promise use take spend waste buy")
"""'She used a knife to cut it': the subject, not the object, does what the infinitive says."""

OBJECT_CONTROLS_GERUND: Final = _words(
    "thank blame accuse stop prevent keep forgive punish praise scold criticise criticize arrest discourage excuse"
)
"""'We thanked him for coming': the object does what the gerund after a preposition says."""

CAUSATIVES: Final = _words("make let help have see hear watch feel notice")

TOUGH_ADJECTIVES: Final = _words("easy hard difficult tough simple impossible fun nice good safe dangerous")
"""'The book is easy to read': the subject is what is read."""

INTRANSITIVES: Final = _words(
    "arrive come go sit stand lie sleep wait smile laugh cry happen occur appear disappear rise fall sneeze yawn "
    "wake exist live die stay remain swim walk run jump travel return leave relax rest talk speak chat arise kneel"
)

NO_GAP_NOUNS: Final = _words(
    "time day night morning evening week month year moment minute hour second way manner reason place chance decision "
    "plan ability right need attempt effort opportunity fact idea desire wish tendency failure refusal permission "
    "willingness power capacity intention order point season summer winter spring autumn weekend"
)
"""'the day she left', 'the decision to leave': these nouns take no part in the clause that follows them."""

SPEECH: Final = _words(
    "say tell ask shout yell cry whisper reply answer add call scream order mutter warn think explain beg suggest "
    "insist go announce command snap continue begin write read advise urge"
)

NOT_COMMANDS: Final = _words("thank bless welcome damn sorry")
"""Bare verbs whose missing subject is not the reader: 'Thank you'."""

SAME_IN_THE_PAST: Final = _words("cut put set let hit shut spread split read beat spread quit thrust rid cast")
"""Verbs whose base form looks like the past, so that a parser takes a command for it."""

WEATHER_AND_SEEMING: Final = _words("seem appear rain snow hail drizzle turn happen")

LIGHT_VERBS: Final = {
    "take": _words("bath shower nap walk look break breath seat bite sip picture photo photograph turn step trip ride "
                   "rest note care test exam risk vote call sip drive guess chance"),
    "have": _words("bath shower nap walk look break breakfast lunch dinner supper meal drink rest chat talk fight "
                   "argument conversation bite snack fun party laugh sip try dream haircut"),
    "make": _words("decision choice mistake call offer promise plan reservation appointment payment purchase attempt "
                   "effort suggestion comment joke noise list guess wish deal"),
    "give": _words("hug kiss look call speech talk answer advice smile ride lift try hand push kick nod shout"),
    "do": _words("dishes dish laundry homework shopping cleaning cooking washing work ironing exercise"),
    "get": _words("haircut sleep rest"),
    "pay": _words("attention visit"),
}  # fmt: skip
"""Verbs that mean little beside these objects."""

FEMININE: Final = _words(
    "she her hers herself woman girl lady mother mom mum mommy mummy grandmother grandma granny sister daughter aunt "
    "auntie niece wife girlfriend bride queen princess actress waitress hostess nun mrs ms miss madam widow stewardess "
    "policewoman businesswoman saleswoman granddaughter stepmother stepdaughter housewife goddess duchess maid"
)
MASCULINE: Final = _words(
    "he him his himself man boy gentleman father dad daddy papa grandfather grandpa brother son uncle nephew husband "
    "boyfriend groom king prince actor waiter monk mr sir guy fellow lad policeman businessman salesman fireman "
    "mailman grandson stepfather stepson god duke fisherman chairman spokesman congressman postman"
)
NEUTER: Final = _words("it its itself this that these those which what something anything everything nothing")

_PERSONS = {
    "first": "i me we us mine ours my our",
    "second": "you yours your ya u thou thee",
    "third": "he him she her it they them his hers theirs its their 'em em one",
    "reflexive": "myself ourselves yourself yourselves himself herself itself themselves oneself themself",
    "demonstrative": "this that these those",
    "question": "who whom what which whoever whatever whose whichever",
}
PERSON_CLASS: Final = {word: person for person, words in _PERSONS.items() for word in words.split()}
SINGULAR_PRONOUNS: Final = _words(
    "i me he him she her it mine his hers its myself himself herself itself yourself this that one"
)
PLURAL_PRONOUNS: Final = _words("we us they them ours theirs ourselves yourselves themselves these those 'em em")
