"""The systems that judge fillers."""

from __future__ import annotations

from tacit.systems import register_all, register_llm, register_models, register_trial

register_all("clarifications", __file__)
register_models(
    "clarifications",
    default="tacit",
    shipped={"tacit": "clarifications"},
    trainer="tacit.clarifications.train:train",
    command="tacit clarify train",
)
register_trial("clarifications", "tacit.clarifications.trial:trial", default="tacit")
register_llm(
    "clarifications",
    load="tacit.clarifications.asking:llm",
    about="a language model of yours judges, alone or on top of another system",
    command="tacit clarify evaluate --system llm:MODEL@URL --test claire/dev",
)
