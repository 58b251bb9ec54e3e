"""What an answer says beside its steps."""

import pytest

from tacit.howto.answering import Answer


@pytest.mark.parametrize(
    ("step", "actions"),
    [
        ("To unplug the cable: if the light stays red: switch the lamp off. Grip the plug.", ("switch", "grip")),
        ("For a salad, rinse the leaves. The bowl stays dry.", ()),
        ("Otherwise wait; then drain the pot.", ("drain",)),
        ("Unplug the cable and lift it.", ()),
    ],
)
def test_its_actions_are_what_it_commands_beyond_the_instruction(step, actions):
    assert Answer("Unplug the cable.", (step,)).actions == actions
