"""The germinators and the cloze systems, registered."""

from tacit.systems import register, register_llm

_CJ = "Chambers and Jurafsky 2009"
_INDUCE = "tacit.schemas.induce:induce"
_CLOZE = (
    'tacit schemas cloze REUTERS --where "id IN (SELECT min(id) FROM documents GROUP BY substr(text, 1, 200))" --system'
)
"""Five-way, on Reuters without stories that come again."""
_STABILITY = "tacit schemas stability CORPUS --by categories --schemas 800 --out FOLDER --germinators "
"""On BBC's sections and Reuters' takeovers, all documents, mean over categories; the paper has a plot of its means."""
_NEWS = "BBC news (news/bbc.jsonl) and the documents about takeovers (acq) of Reuters-21578 (news/reuters.jsonl)"
_JRF = (
    "schemas are grown from all documents of a category but one fold of ten, and all pairs of results compared; mean"
    " JRF over six categories; the paper shows its means in a plot only; no text is tested, so none can be seen before"
)
_REUTERS = "Reuters-21578 (news/reuters.jsonl, 19,043 documents)"
_FIVE_WAY = (
    "multiple-choice cloze with five choices, 1,304 questions of held-out documents; documents that begin with the same"
    " 200 characters as another one are left out; one seed"
)
_TWICE = 547
"""Documents of Reuters that begin like another one, and are left out."""

register(
    "schemas",
    "linear",
    about="verbs by frequency, each joins every schema that it fits, or starts one",
    paper=f"{_CJ}, as Simonson and Davis 2018 vary it; --best-only is the original",
    load=_INDUCE,
    measured={"jrf": 0.801},
    data=_NEWS,
    protocol=_JRF,
    command=_STABILITY + "linear",
)
register(
    "schemas",
    "linear-truncated",
    about="the first 800 schemas of linear induction",
    paper="Simonson and Davis 2018",
    load=_INDUCE,
    measured={"jrf": 0.801},
    data=_NEWS,
    protocol=_JRF,
    command=_STABILITY + "linear-truncated",
)
register(
    "schemas",
    "counter-training",
    about="all schemas grow at once; a verb that fits many schemas is worth less to each",
    paper="Simonson and Davis 2015",
    load=_INDUCE,
    measured={"jrf": 0.885},
    data=_NEWS,
    protocol=_JRF,
    command=_STABILITY + "counter-training",
)
register(
    "schemas",
    "random-walker",
    about="the next event is drawn at random, weighted by how well it fits",
    paper="Simonson and Davis 2018",
    load=_INDUCE,
    measured={"jrf": 0.763},
    data=_NEWS,
    protocol=_JRF,
    command=_STABILITY + "random-walker",
)
register(
    "cloze",
    "tacit",
    about="PMI, bigrams, a low-rank model, word vectors, kinds and roles of participants, weighed by a regression",
    load="tacit.schemas.cloze_systems:Combined",
    measured={"accuracy": 0.484},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    seen_in_training=_TWICE,
    command=f"{_CLOZE} tacit",
)
register(
    "cloze",
    "chain-similarity",
    about="PMI and kinds of participant, by which schemas are grown",
    paper=_CJ,
    load="tacit.schemas.cloze_systems:ChainSimilarity",
    measured={"accuracy": 0.384},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    seen_in_training=_TWICE,
    command=f"{_CLOZE} chain-similarity",
)
register(
    "cloze",
    "pmi",
    about="discounted PMI summed over the chain",
    paper="Chambers and Jurafsky 2008",
    published={"accuracy": 0.305},
    replaces="published: on the New York Times with full events, as Granroth-Wilding and Clark 2016 measured it",
    load="tacit.schemas.cloze_systems:PMI",
    measured={"accuracy": 0.392},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    seen_in_training=_TWICE,
    command=f"{_CLOZE} pmi",
)
register(
    "cloze",
    "bigram",
    about="ordered pairs of events with up to two between them",
    paper="Jans et al. 2012",
    published={"accuracy": 0.297},
    replaces="published: on the New York Times with full events, as Granroth-Wilding and Clark 2016 measured it",
    load="tacit.schemas.cloze_systems:Bigram",
    measured={"accuracy": 0.361},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    seen_in_training=_TWICE,
    command=f"{_CLOZE} bigram",
)
register(
    "cloze",
    "frequency",
    about="the most frequent event",
    load="tacit.schemas.cloze_systems:Frequency",
    measured={"accuracy": 0.191},
    data=_REUTERS,
    protocol=_FIVE_WAY,
    seen_in_training=_TWICE,
    command=f"{_CLOZE} frequency",
)
register_llm(
    "schemas",
    load="tacit.schemas.naming:llm",
    about="a language model of yours gives schemas names in plain English",
    command="tacit schemas name SCHEMAS --llm llm:MODEL@URL --out named.json",
)
