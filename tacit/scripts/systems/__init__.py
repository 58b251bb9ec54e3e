"""The systems that propose what a text leaves out of a script."""

from __future__ import annotations

from tacit.systems import register_all, register_llm, register_trial

register_all("scripts", __file__)
register_trial("scripts", "tacit.scripts.trial:trial", default="tacit")
register_llm(
    "scripts",
    load="tacit.scripts.asking:llm",
    about="a language model of yours picks among another system's proposals",
    command="tacit scripts evaluate --system llm:MODEL@URL --test inscript/val",
)
