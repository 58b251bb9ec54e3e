"""The systems that find a hidden event."""

from tacit.systems import register

_CJ = "Chambers and Jurafsky 2009"
_CLOZE = (
    'tacit schemas cloze REUTERS --where "id IN (SELECT min(id) FROM documents GROUP BY substr(text, 1, 200))" --system'
)
"""Five-way, on Reuters without stories that come again."""
_REUTERS = "Reuters-21578 (news/reuters.jsonl, 19,043 documents)"
_FIVE_WAY = (
    "multiple-choice cloze with five choices, 1,304 questions of held-out documents; documents that begin with the same"
    " 200 characters as another one are left out; one seed"
)

register(
    "cloze",
    "tacit",
    about="PMI, bigrams, a low-rank model, word vectors, kinds and roles of participants, weighed by a regression",
    load="tacit.cloze.systems.tacit:Combined",
    measured={"accuracy": 0.484},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    command=f"{_CLOZE} tacit",
)
register(
    "cloze",
    "chain-similarity",
    about="PMI and kinds of participant, by which schemas are grown",
    paper=_CJ,
    load="tacit.cloze.systems.chain_similarity:ChainSimilarity",
    measured={"accuracy": 0.384},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    command=f"{_CLOZE} chain-similarity",
)
register(
    "cloze",
    "pmi",
    about="discounted PMI summed over the chain",
    paper="Chambers and Jurafsky 2008",
    published={"accuracy": 0.305},
    replaces="published: on the New York Times with full events, as Granroth-Wilding and Clark 2016 measured it",
    load="tacit.cloze.systems.pmi:PMI",
    measured={"accuracy": 0.392},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    command=f"{_CLOZE} pmi",
)
register(
    "cloze",
    "bigram",
    about="ordered pairs of events with up to two between them",
    paper="Jans et al. 2012",
    published={"accuracy": 0.297},
    replaces="published: on the New York Times with full events, as Granroth-Wilding and Clark 2016 measured it",
    load="tacit.cloze.systems.bigram:Bigram",
    measured={"accuracy": 0.361},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    command=f"{_CLOZE} bigram",
)
register(
    "cloze",
    "frequency",
    about="the most frequent event",
    load="tacit.cloze.systems.frequency:Frequency",
    measured={"accuracy": 0.191},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    command=f"{_CLOZE} frequency",
)
