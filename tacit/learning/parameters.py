"""The options of a system, as scikit-learn's tools ask for them: read from the signature of its constructor."""

from __future__ import annotations

import inspect
from typing import Any, Self

from tacit.errors import UsageError
from tacit.text import cut

_LONGEST = 60
"""Characters of a value that are shown."""


class WithParameters:
    """For classes whose constructor stores each option under its own name.

    >>> class Tea(WithParameters):
    ...     def __init__(self, minutes: int = 3, *, milk: bool = False) -> None:
    ...         self.minutes, self.milk = minutes, milk
    >>> Tea(4).get_params()
    {'minutes': 4, 'milk': False}
    >>> Tea().set_params(milk=True)
    Tea(minutes=3, milk=True)
    """

    @classmethod
    def _get_param_names(cls) -> tuple[str, ...]:
        """The names of the options, those that a constructor hands on to the one above it included."""
        names: dict[str, None] = {}
        for owner in cls.__mro__:
            if "__init__" not in vars(owner) or owner is object:
                continue
            found = list(inspect.signature(vars(owner)["__init__"]).parameters.values())[1:]
            kinds = {each.kind for each in found}
            names |= dict.fromkeys(each.name for each in found if each.kind not in _MANY)
            if inspect.Parameter.VAR_KEYWORD not in kinds:
                break
        return tuple(names)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The options with their values; no option is a system with options of its own."""
        return {name: getattr(self, name) for name in self._get_param_names()}

    def set_params(self, **options: Any) -> Self:
        """Change options; as the system is then another one, what it has learnt is forgotten."""
        known = self._get_param_names()
        unknown = [name for name in options if name not in known]
        if unknown:
            raise UsageError(
                f"{type(self).__name__} has no option {unknown[0]!r}; there are {', '.join(known) or 'none'}"
            )
        if options:
            given = self.get_params() | options
            vars(self).clear()
            type(self).__init__(self, **given)
        return self

    def __repr__(self) -> str:
        shown = (f"{name}={cut(repr(getattr(self, name, None)), _LONGEST)}" for name in self._get_param_names())
        return f"{type(self).__name__}({', '.join(shown)})"


_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
