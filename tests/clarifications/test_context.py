from tacit.clarifications.context import StepPassage, discourse

STEPS = [
    StepPassage(("Intro.", "More intro.")),
    StepPassage(("One.", "One b.", "One c."), "1."),
    StepPassage(("A note.",), "*"),
    StepPassage(("Two.", "Two b.", "Two c.", "Two d."), "2."),
    StepPassage(("Three.",), "3."),
]


def around(passage, sentence):
    found = discourse(STEPS, passage, sentence)
    return found.previous, found.following


def test_with_two_or_more_sentences_before_the_first_and_the_last_are_taken():
    assert around(3, 3) == ("(...) 2. Two. (...) Two c.", "3. Three.")


def test_with_one_sentence_before_the_first_of_the_line_before_is_taken_too():
    assert around(1, 1) == ("Intro. (...) 1. One.", "One c.")


def test_without_a_sentence_before_the_first_and_last_of_the_line_before_are_taken():
    assert around(4, 0) == ("(...) 2. Two. (...) Two d.", "")


def test_in_an_enumeration_notes_between_the_steps_are_left_out():
    assert around(3, 0) == ("(...) 1. One. (...) One c. (...)", "Two b.")


def test_a_note_follows_the_step_before_it():
    assert around(2, 0) == ("(...) 1. One. (...) One c.", "2. Two.")


def test_the_first_sentence_has_nothing_before_it():
    assert around(0, 0) == ("", "More intro.")


def test_empty_lines_are_passed_over():
    found = discourse([StepPassage(("One.",)), StepPassage(()), StepPassage(("Two.",)), StepPassage(())], 2, 0)
    assert (found.previous, found.following) == ("One.", "")


def test_a_step_without_sentences_is_no_step_before():
    steps = [StepPassage(("Take off the lid.",), "1."), StepPassage((), "2."), StepPassage(("Rinse.",), "3.")]
    assert discourse(steps, 2, 0).previous == "1. Take off the lid."
    assert discourse(steps[1:], 1, 0).previous == ""


def test_a_number_in_brackets_is_an_enumeration():
    step, note = StepPassage(("Rinse.",), "(1)"), StepPassage(("A note.",), "*")
    assert (step.numbered, note.numbered) == (True, False)
    assert discourse([step, note, StepPassage(("Dry.",), "(2)")], 2, 0).previous == "(1) Rinse. (...)"
