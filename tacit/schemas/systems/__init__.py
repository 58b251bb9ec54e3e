"""The germinators: ways to grow schemas from scores."""

from tacit.systems import register_all, register_llm

register_all("schemas", __file__)
register_llm(
    "schemas",
    load="tacit.schemas.naming:llm",
    about="a language model of yours gives schemas names in plain English",
    command="tacit schemas name SCHEMAS --llm llm:MODEL@URL --out named.json",
)
