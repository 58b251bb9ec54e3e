"""The systems that say who is who."""

from tacit.systems import register_all, register_llm, register_trial

register_all("coreference", __file__)
register_trial("coreference", "tacit.language.coreference.trial:trial", default="ranker")
register_llm(
    "coreference",
    load="tacit.language.coreference.asking:llm",
    about="a language model of yours picks among the ranker's antecedents of hard pronouns",
    command="tacit language coreference evaluate --system llm:MODEL@URL --test coreference/ontogum/dev",
)
