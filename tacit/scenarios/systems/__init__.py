"""The systems that detect scenarios."""

from __future__ import annotations

from tacit.systems import register_all, register_llm, register_models, register_trial

register_all("scenarios", __file__)
register_models(
    "scenarios",
    default="tacit",
    shipped={"tacit": "scenarios"},
    trainer="tacit.scenarios.train:train",
    command="tacit scenarios train",
)
register_trial("scenarios", "tacit.scenarios.trial:trial", default="tacit")
register_llm(
    "scenarios",
    load="tacit.scenarios.asking:llm",
    about="a language model of yours picks among another system's candidates",
    command="tacit scenarios evaluate --system llm:MODEL@URL --test composed.jsonl",
)
