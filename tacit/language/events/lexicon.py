"""Closed word classes that event rules need; lemmas in lower case."""

from __future__ import annotations

from typing import Final

from tacit.language.english.wordlists import word_list, words

COPULAS: Final = words("be")
_PAST: Final = frozenset({"VBD", "VBN"})
SEMI_MODALS: Final = {
    "have": ("have to", frozenset[str]()),
    "go": ("going to", frozenset({"VBG"})),
    "use": ("used to", _PAST),
    "get": ("got to", _PAST),
    "suppose": ("supposed to", _PAST),
}
"""Verbs that are mere auxiliaries before an infinitive, if in a form with one of these tags."""

ATTITUDES: Final = words("want need wish hope like love try attempt plan intend decide refuse expect fail forget")
"""Verbs that leave open whether what their infinitive says takes place; events themselves."""

CONTRACTED_MODALS: Final = {"ca": "can", "wo": "will", "'ll": "will", "’ll": "will", "'d": "would", "’d": "would",
                            "sha": "shall", "ll": "will", "cannot": "can"}  # fmt: skip

PARTICLES: Final = words("up down out off in on over away back around along by through apart together across aside")
FIRM_PARTICLES: Final = words("up down out off away back apart together")
"""Words that make a new verb with the one they follow, and those of them that are never stranded prepositions."""

SET_PHRASES: Final = frozenset(
    ["in order", "of course", "for example", "for instance", "at least", "after all", "in fact", "in general", "at all",
     "in addition", "at first", "at last", "in particular", "on time", "in time", "in turn", "by hand", "at once"]
)  # fmt: skip
"""Prepositions with nouns that name no participant."""

RELATIVE_PRONOUNS: Final = words("who whom which that")
RELATIVE_ADVERBS: Final = words("where when why how whose")

OBJECT_IS_NO_CONTROLLER: Final = words("promise use take spend waste buy")
"""'She used a knife to cut it': the subject, not the object, does what the infinitive says."""

OBJECT_CONTROLS_GERUND: Final = words(
    "thank blame accuse stop prevent keep forgive punish praise scold criticise criticize arrest discourage excuse"
)
"""'We thanked him for coming': the object does what the gerund after a preposition says."""

CAUSATIVES: Final = words("make let help have see hear watch feel notice")

TOUGH_ADJECTIVES: Final = words("easy hard difficult tough simple impossible fun nice good safe dangerous")
"""'The book is easy to read': the subject is what is read."""

INTRANSITIVES: Final = words(
    "arrive come go sit stand lie sleep wait smile laugh cry happen occur appear disappear rise fall sneeze yawn "
    "wake exist live die stay remain swim walk run jump travel return leave relax rest talk speak chat arise kneel"
)

NO_GAP_NOUNS: Final = words(
    "time day night morning evening week month year moment minute hour second way manner reason place chance decision "
    "plan ability right need attempt effort opportunity fact idea desire wish tendency failure refusal permission "
    "willingness power capacity intention order point season summer winter spring autumn weekend"
)
"""'the day she left', 'the decision to leave': these nouns take no part in the clause that follows them."""

SPEECH: Final = words(
    "say tell ask shout yell cry whisper reply answer add call scream order mutter warn think explain beg suggest "
    "insist go announce command snap continue begin write read advise urge"
)

WEATHER_AND_SEEMING: Final = words("seem appear rain snow hail drizzle turn happen")

LIGHT_VERBS: Final = {
    "take": words("bath shower nap walk look break breath seat bite sip picture photo photograph turn step trip ride "
                   "rest note care test exam risk vote call sip drive guess chance"),
    "have": words("bath shower nap walk look break breakfast lunch dinner supper meal drink rest chat talk fight "
                   "argument conversation bite snack fun party laugh sip try dream haircut"),
    "make": words("decision choice mistake call offer promise plan reservation appointment payment purchase attempt "
                   "effort suggestion comment joke noise list guess wish deal"),
    "give": words("hug kiss look call speech talk answer advice smile ride lift try hand push kick nod shout"),
    "do": words("dishes dish laundry homework shopping cleaning cooking washing work ironing exercise"),
    "get": words("haircut sleep rest"),
    "pay": words("attention visit"),
}  # fmt: skip
"""Verbs that mean little beside these objects."""

FEMININE: Final = word_list("people", "female", "female_in_events") | words("she her hers herself")
MASCULINE: Final = word_list("people", "male", "male_in_events") | words("he him his himself")
NEUTER: Final = words("it its itself this that these those which what something anything everything nothing")

_PERSONS = {
    "first": ("speaker", "speaker_alone"),
    "second": ("reader", "reader_alone", "reader_other"),
    "third": ("person", "several", "thing", "third_alone", "third_other"),
    "reflexive": ("reflexive",),
    "demonstrative": ("demonstrative",),
    "question": ("question",),
}
PERSON_CLASS: Final = {word: person for person, lists in _PERSONS.items() for word in word_list("pronouns", *lists)}
SINGULAR_PRONOUNS: Final = word_list("pronouns", "singular")
PLURAL_PRONOUNS: Final = word_list("pronouns", "plural")
