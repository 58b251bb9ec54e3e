"""Any language model that a server offers by the OpenAI chat-completions protocol, as one more system of every task.

The small systems propose, the model picks a numbered option; what it says is checked, and where that is not usable the
small system's answer stands.

>>> from tacit.llm import Question, connect
>>> model = connect("llm:qwen2.5-1.5b@http://127.0.0.1:8080/v1")                        # doctest: +SKIP
>>> [answer.value for answer in model.ask([Question.choice("Which is a fruit?", ["stone", "apple"])])]  # doctest: +SKIP
[2]
"""

from tacit.llm.address import Address, named
from tacit.llm.answers import Answers, Mode
from tacit.llm.asking import Asking
from tacit.llm.costs import Budget, Costs, Prices
from tacit.llm.session import Forecast, Model, connect
from tacit.llm.task import AnswerOutcome, Question

__all__ = [
    "Address",
    "AnswerOutcome",
    "Answers",
    "Asking",
    "Budget",
    "Costs",
    "Forecast",
    "Mode",
    "Model",
    "Prices",
    "Question",
    "connect",
    "named",
]
