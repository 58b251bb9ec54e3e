"""The systems that make instructions concrete."""

from __future__ import annotations

from tacit.systems import register_all, register_llm, register_models, register_trial

register_all("steps", __file__)
register_models(
    "steps",
    default="tacit",
    shipped={
        "lm": "steps-lm",
        "seq2seq": "steps-seq2seq",
        "attention": "steps-attention",
        "transducer": "transducer",
        "transducer-param": "transducer-param",
        "transducer-param-prior": "transducer-param-prior",
        "gpt": "steps/causal",
        "gpt-finetuned": "steps/causal",
        "tacit": "steps",
        "tacit-left": "steps",
    },
    trainer="tacit.steps.train:train",
    command="tacit steps train",
)
register_trial("steps", "tacit.steps.trial:trial", default="tacit")
register_llm(
    "steps",
    load="tacit.howto.asking:llm",
    about="a language model of yours tells how what the collection does not know is done",
    command="tacit steps elaborate INSTRUCTION --llm llm:MODEL@URL",
)
