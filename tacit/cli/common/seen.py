"""What every command that measures says of texts that a system has learnt from, and how it leaves them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from tacit.cli.common.output import Output

KeepSeen = Annotated[
    bool, typer.Option("--keep-seen", help="Keep texts that stand in what the system has learnt from.")
]
T = TypeVar("T")


def unseen(
    output: Output,
    tested: Sequence[T],
    is_copy: Callable[[T], bool] | None,
    *,
    learnt: str,
    keep: bool,
    what: str = "texts",
) -> tuple[list[T], int | None]:
    """What is left without copies of training texts, and how many copies there are: None if that cannot be told.

    `learnt` names the system or model; without `is_copy` it does not say what it has learnt from.
    """
    from tacit.errors import InputError

    if is_copy is None:
        output.remark(
            f"{learnt} does not say what it has learnt from, so copies among these {what} are not found;"
            " tacit models seen  writes it down"
        )
        return list(tested), None
    fresh = [item for item in tested if not is_copy(item)]
    seen = len(tested) - len(fresh)
    if not seen:
        return fresh, 0
    stand = f"{seen} of {len(tested)} {what} stand in what {learnt} has learnt from"
    if keep:
        output.remark(f"{stand}: what it gets right there proves little")
        return list(tested), seen
    if not fresh:
        raise InputError(f"{stand}, so none is left: take others, or keep them with --keep-seen")
    output.remark(f"{stand} and are left out; --keep-seen keeps them")
    return fresh, seen
