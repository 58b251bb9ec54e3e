"""The systems that propose what a text leaves out of a script."""

from __future__ import annotations

from tacit.systems import register

_COMMAND = "tacit scripts evaluate --system {} --test inscript/val"
_CLUSTERS = " --paraphrases descript/gold_paraphrase_sets"

register(
    "scripts",
    "frequent",
    about="the scenario's most frequent events, without those told",
    load="tacit.scripts.systems.frequent:Frequent",
    measured={"recall_at_5": 0.864, "recall_at_1": 0.423},
    command=_COMMAND.format("frequent"),
)
register(
    "scripts",
    "pmi",
    about="the events with the highest summed PMI with those told",
    load="tacit.scripts.systems.pmi:SummedPmi",
    paper="Chambers and Jurafsky 2008",
    measured={"recall_at_5": 0.492, "recall_at_1": 0.029},
    replaces="verb and dependency pairs of news by InScript's event types",
    command=_COMMAND.format("pmi"),
)
register(
    "scripts",
    "tacit",
    about="how usual an event is, what it goes with, and between which events it would stand",
    load="tacit.scripts.systems.told:Told",
    measured={"recall_at_5": 0.898, "recall_at_1": 0.447, "b_cubed_f1": 0.644},
    command=_COMMAND.format("tacit") + _CLUSTERS,
)
