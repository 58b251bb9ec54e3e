"""The germinators, registered."""

from tacit.systems import register, register_llm

_CJ = "Chambers and Jurafsky 2009"
_INDUCE = "tacit.schemas.induce:induce"
_STABILITY = "tacit schemas stability CORPUS --by categories --schemas 800 --out FOLDER --germinators "
"""On BBC's sections and Reuters' takeovers, all documents, mean over categories; the paper has a plot of its means."""
_NEWS = "BBC news (news/bbc.jsonl) and the documents about takeovers (acq) of Reuters-21578 (news/reuters.jsonl)"
_JRF = (
    "schemas are grown from all documents of a category but one fold of ten, and all pairs of results compared; mean"
    " JRF over six categories; the paper shows its means in a plot only"
)

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
register_llm(
    "schemas",
    load="tacit.schemas.naming:llm",
    about="a language model of yours gives schemas names in plain English",
    command="tacit schemas name SCHEMAS --llm llm:MODEL@URL --out named.json",
)
