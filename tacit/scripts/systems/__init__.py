"""The systems that propose what a text leaves out of a script."""

from __future__ import annotations

from tacit.systems import register, register_llm

_DATA = "InScript val (inscript/val, 86 texts); scripts learnt from InScript train and written by us"
_COMMAND = "tacit scripts evaluate --system {} --test inscript/val"
_PROTOCOL = "656 hidden events of the 75 texts of InScript val that do not stand in what the scripts were learnt from"
_SEEN = 11
"""Of the 86 texts of InScript val; `evaluate` leaves them out."""
_CLUSTERS = " --paraphrases descript/gold_paraphrase_sets"

register(
    "scripts",
    "frequent",
    about="the scenario's most frequent events, without those told",
    load="tacit.scripts.systems.frequent:Frequent",
    measured={"recall_at_5": 0.870, "recall_at_1": 0.424},
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command=_COMMAND.format("frequent"),
)
register(
    "scripts",
    "pmi",
    about="the events with the highest summed PMI with those told",
    load="tacit.scripts.systems.pmi:SummedPmi",
    paper="Chambers and Jurafsky 2008",
    measured={"recall_at_5": 0.498, "recall_at_1": 0.030},
    replaces="verb and dependency pairs of news by InScript's event types",
    data=_DATA,
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command=_COMMAND.format("pmi"),
)
register(
    "scripts",
    "tacit",
    about="how usual an event is, what it goes with, and between which events it would stand",
    load="tacit.scripts.systems.tacit.told:Told",
    measured={"recall_at_5": 0.905, "recall_at_1": 0.450, "b_cubed_f1": 0.644},
    data=f"{_DATA}; b_cubed_f1: gold paraphrase sets of DeScript (descript/gold_paraphrase_sets)",
    protocol=_PROTOCOL,
    seen_in_training=_SEEN,
    command=_COMMAND.format("tacit") + _CLUSTERS,
)
register_llm(
    "scripts",
    load="tacit.scripts.asking:llm",
    about="a language model of yours picks among another system's proposals",
    command="tacit scripts evaluate --system llm:MODEL@URL --test inscript/val",
)
