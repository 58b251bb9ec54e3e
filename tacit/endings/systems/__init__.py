"""The systems that choose endings: the nine of the shared task, variants of three, four sanity rows, tacit's own."""

from __future__ import annotations

from tacit.systems import register_all, register_llm, register_models, register_trial

register_all("endings", __file__)
register_models(
    "endings",
    default="tacit",
    shipped={"tacit": "endings"},
    trainer="tacit.endings.train:train",
    command="tacit endings train",
    also="`train` or `folds` to evaluate",
)
register_trial("endings", "tacit.endings.trial:trial", default="tacit")
register_llm(
    "endings",
    load="tacit.endings.asking:llm",
    about="a language model of yours chooses, alone or on top of another system",
    command="tacit endings evaluate --system llm:MODEL@URL --test val.csv",
)
