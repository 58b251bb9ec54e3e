import pytest

from tacit.language.analysis import analyse
from tacit.language.english import imperatives
from tacit.language.events import find_events


@pytest.mark.parametrize("text", ["3) Finally, carefully rinse the brush.", "Step 2: Please close the lid.", "- Whisk"])
def test_steps_open_as_commands_behind_numbers_and_adverbs(text):
    assert imperatives.opens_as_command(text)


@pytest.mark.parametrize("text", ["The lid was closed.", "", "12", "Whisky is drunk neat."])
def test_others_do_not(text):
    assert not imperatives.opens_as_command(text)


@pytest.mark.models
def test_all_who_ask_get_the_same_answer():
    parse = analyse("Open the lid. She opened it. Thank you. Do not touch the pan. Wait. If it is hot, use a cloth.")
    events = find_events(parse)
    assert imperatives.commanding_sentences(parse, events) <= {0, 3, 4, 5}
    assert imperatives.commanding_sentences(parse, events) >= {0, 3, 4}
    complete = imperatives.complete_commands(parse, events)
    assert 0 in complete
    assert complete.isdisjoint({1, 2, 3, 4})
    words = {parse.words[verb] for verb in imperatives.commands_of(parse, events)}
    assert words == {"Open", "touch", "Wait", "use"}
