import pytest

from tacit.clarifications.pages import read_page
from tacit.clarifications.task import Phenomenon
from tacit.formats import Source
from tacit.language.parse import Parse
from tacit.linter.candidates import find_candidates
from tacit.linter.candidates.aspects import missing_aspects
from tacit.linter.candidates.mentions import MentionsSoFar, mentions_of
from tacit.linter.candidates.model import LineView
from tacit.linter.codes import CODES
from tacit.linter.verbs import shipped

pytestmark = pytest.mark.models


def candidates(text, code=None, name="a.md"):
    page = read_page(Source(name, text.encode()))
    found = find_candidates(page, codes=[code] if code else CODES)
    return [(page.text[each.span.start : each.span.end], each) for each in found]


def phrases(text, code):
    return [phrase for phrase, each in candidates(text, code) if each.confidence >= 0.5]


def test_a_verb_without_its_object():
    text = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"
    [(phrase, found)] = candidates(text, "TAC101")
    assert phrase == "Rinse"
    assert found.instruction.sentence == "Rinse ______ before reassembling."
    assert found.instruction.previous == "1. Take off the valve and the lid."
    assert found.instruction.title == "Clean a pump"
    assert found.readings == ("the lid", "the valve")
    assert found.instruction.phenomenon is Phenomenon.IMPLICIT_REFERENCE


@pytest.mark.parametrize(
    "text",
    [
        "Take off the valve and the lid. Rinse both before drying the pump.",
        "Wash and dry the valve and the lid.",
        "Take the valve off the pump and the lid. Wait for an hour.",
        "Run `make` and `make install`, then open `index.html`.",
        "Put the cup on the table. Sit down and relax.",
        "Take the lamp and the cloth. Plug in the cable and peel off the film.",
    ],
)
def test_verbs_with_objects_and_verbs_that_need_none(text):
    assert phrases(text, "TAC101") == []


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Take off the valve and the lid. When both are cold, rinse with water.", "rinse"),
        ("The bag has a ring and a clip; rinse with water.", "rinse"),
        ("Take off the valve and the lid. Rinse under cold water.", "Rinse"),
        ("Take off the valve, the ring and the lid. If nothing leaks, clean and oil the pump.", None),
        ("Shake the can and the brush. Dry with a cloth.", "Dry"),
        ("Wipe the bolt and the lever. Oil sparingly.", "Oil"),
        ("Open the server and the client. Restart if nothing happens.", "Restart"),
        ("Take off the valve and the lid. In hot weather, rinse with water.", "rinse"),
    ],
)
def test_commands_that_a_parser_misreads(text, verb):
    assert phrases(text, "TAC101") == ([] if verb is None else [verb])


@pytest.mark.parametrize(
    "text",
    [
        "Warm the pan and the bowl. Pour in the milk.",
        "Warm the pan and the bowl. Push in the plugs.",
        "Take the needle and the thread. Sew up to the top of the pocket.",
        "Take the coarse stone and the blade. Change to the fine stone.",
        "Look at the belt, the filter and the plug, and replace if worn.",
        "Take the rags and the links. Brush them with soap and rinse well.",
        "Turn the dial and the key. Save and carry on.",
        "Sift the flour and the sugar. Knead for ten minutes.",
        "Oil for frying\n\nSalt to taste",
        "Wet the brush and the cloth. Add soap and rinse again.",
        "Oil the bolt and the lever. Again, tighten by hand.",
        "Sift the flour and the salt. Beat the eggs and the butter. Cover for an hour.",
        "Wet the brush and the cloth. Brush on a coat of paint.",
        "Wet the brush and the cloth. Pour in just enough oil.",
        "Take the blade and the board. Cut along the line.",
        "Warm the cup and the pot. Mix vinegar and water in a jug.",
        "Wet the brush and the cloth. Rinse and repeat.",
        "Take the bowl and the jug. Put on hearing protection.",
    ],
)
def test_commands_that_lack_nothing(text):
    assert phrases(text, "TAC101") == []


def test_a_phrase_of_time_is_no_object():
    [(phrase, _)] = candidates(
        "Hang the box on the wall, three metres above the ground, and clean each year.", "TAC101"
    )
    assert phrase == "clean"


def test_what_follows_a_command_shares_its_object():
    rinse = [
        "Take off the valve and the lid. Rinse with water.",
        "Fix the valve to the lid. Rinse with water.",
        "Take off the valve and the lid and rinse with water.",
        "Take the valve off the lid and rinse with water.",
    ]
    confidences = [each.confidence for text in rinse for _, each in candidates(text, "TAC101")]
    assert confidences == sorted(set(confidences), reverse=True)
    assert len(confidences) == 4


def test_one_thing_to_act_on_is_clear():
    assert phrases("Take the lid off and rinse well.", "TAC101") == []


def test_a_part_without_its_whole():
    [(phrase, found)] = candidates("Fold the cloth over the board. Cut along the edge.", "TAC102")
    assert phrase == "the edge"
    assert found.instruction.filled("the cloth") == "Cut along the edge of the cloth."
    assert phrases("Fold the cloth over the board. Cut along the edge of the cloth.", "TAC102") == []
    assert phrases("Fold the cloth over the board. Cut along the upper edge.", "TAC102") == []


def test_a_pronoun_with_two_antecedents():
    [(phrase, found)] = candidates("Put the lid on the jar and shake it.", "TAC103")
    assert (phrase, set(found.readings)) == ("it", {"the lid", "the jar"})
    assert found.instruction.sentence == "Put the lid on the jar and shake ______."
    assert phrases("Take the jar and shake it.", "TAC103") == []
    assert phrases("Put the lid on the jar. It takes an hour.", "TAC103") == []


def test_after_a_command_its_object_is_the_better_antecedent():
    assert phrases("Put the lid on the jar and shake it.", "TAC103") == []
    [(_, found)] = candidates("If a wire touches a screw, bend it.", "TAC103")
    assert found.confidence >= 0.5
    assert set(found.readings) == {"the wire", "the screw"}


@pytest.mark.parametrize(
    "text",
    [
        "Take off the lid and the ring and dry it.",
        "Fit the lid and the ring. If it is loose, tighten the clamp.",
        "The lid and the ring must lie on the cloth. Then oil it.",
    ],
)
def test_one_of_a_pair(text):
    [(phrase, found)] = candidates(text, "TAC103")
    assert (phrase, found.readings[:2]) == ("it", ("the ring", "the lid"))
    assert found.confidence >= 0.5
    assert found.features["pair here"] + found.features["pair before"] == 1


@pytest.mark.parametrize(
    "clear",
    [
        "Mix flour and water and stir it.",
        "Oil the lids and the ring and dry it.",
        "Take the lid and the ring. Fill the jar and shake it.",
        "Divide the rope into a long piece and a short piece as it comes.",
        "Take the lid.\n\nTake the ring and oil it.",
    ],
)
def test_a_pronoun_after_no_pair(clear):
    assert phrases(clear, "TAC103") == []


@pytest.mark.parametrize(
    "clear",
    [
        "If the wire sits in its socket, bend it.",
        "Wrap a stone in a cloth and hold it.",
        "Sprinkle water on the cloth and press it.",
        "If the lamp needs a fuse, replace it.",
    ],
)
def test_things_that_do_not_stand_on_a_par(clear):
    assert phrases(clear, "TAC103") == []


@pytest.mark.parametrize(
    "text",
    [
        "Put the lid on the jar. They fit.",
        "Take the jar and shake it.",
        "Put the lid on the jar. It takes an hour.",
        "Take a rag or a sponge and wet it.",
        "Put the lid on the jar. One cup is enough.",
        "Take the lid off the jar. Wash these parts.",
    ],
)
def test_pronouns_without_two_antecedents_are_not_even_proposed(text):
    assert candidates(text, "TAC103") == []


@pytest.mark.parametrize(
    ("text", "phrase", "readings"),
    [
        ("Wipe the plates and the cups. Stack them.", "them", {"the plates", "the cups"}),
        ("Call the neighbours and feed the cats. They like fish.", "They", {"the neighbours", "the cats"}),
        ("Sort the nails and the screws. Throw those away.", "those", {"the nails", "the screws"}),
        ("Take the old seal off the filter. Oil the new one.", "the new one", {"the old seal", "the filter"}),
        ("If the thermostat cannot find the furnace, read its manual.", "its", {"the thermostat", "the furnace"}),
        ("Lift the foot and turn the needle. Move it aside.", "it", {"the foot", "the needle"}),
    ],
)
def test_all_pronouns_are_proposed(text, phrase, readings):
    [(found, candidate)] = candidates(text, "TAC103")
    assert (found, set(candidate.readings)) == (phrase, readings)


def test_what_the_ranker_is_told_of_a_pronoun():
    [(_, found)] = candidates("If the pin touches the plate, turn it.", "TAC103")
    assert found.features["two in the opening clause"]
    assert found.features["subject and other"]
    assert found.features["rivals 0 back"] == found.features["rivals"] == 2
    assert found.features["word it"] == found.features["of a command"] == 1
    [(_, found)] = candidates("Take the battery out of the mower and keep it dry.", "TAC103")
    assert found.features["object and place"]
    assert found.features["taken from"]
    assert not found.features["two in the opening clause"]


def test_a_noun_phrase_without_its_noun():
    [(phrase, found)] = candidates("Loosen the nuts and the screws. Replace both.", "TAC201")
    assert phrase == "both"
    assert found.instruction.sentence == "Replace both ______."
    assert phrases("Loosen the nuts and the screws. Replace both nuts.", "TAC201") == []
    assert phrases("Loosen the nuts and the screws. Replace some of the nuts.", "TAC201") == []
    assert phrases("The bag has long screws and short screws; use four.", "TAC201") == ["four"]
    for clear in (
        "Keep the key and the card, and copy both.",
        "Oil the chain. Do the same.",
        "Take two screws each.",
        "Oil the nuts and the screws. Tighten all three.",
        "Oil the nuts and the screws. Tighten each.",
        "Stir the glaze in the bucket. Pour some into the pot.",
    ):
        assert phrases(clear, "TAC201") == []


def test_a_bare_demonstrative():
    text = "Pull the cable out of the socket. This resets the lamp."
    [(phrase, found)] = candidates(text, "TAC202")
    assert (phrase, found.instruction.sentence) == ("This", "This ______ resets the lamp.")
    assert phrases("Pull the cable out of the socket. This step resets the lamp.", "TAC202") == []
    assert phrases("Take the band and the ring. Fill a tube and label this.", "TAC202") == []
    assert candidates("Take the band and the ring. This is fun.", "TAC202") == []


@pytest.mark.parametrize("between", [" ", "\n\n"])
def test_one_action_or_all_of_them(between):
    for this in ("Do this every week.", "This must be done at night."):
        assert phrases(f"Oil the chain and wash the frame.{between}{this}", "TAC202") != []
        assert phrases(f"Oil the chain.{between}{this}", "TAC202") == []
        assert phrases(f"Oil the chain and wash the frame.\n\n# Later\n\n{this}", "TAC202") == []


def test_a_general_noun_for_one_of_several_kinds():
    text = "Connect the grey cable and the blue cable. Switch the lamp on. Unplug the cable."
    [(phrase, found)] = candidates(text, "TAC301")
    assert (phrase, set(found.readings)) == ("the cable", {"grey", "blue"})
    assert found.instruction.filled("grey") == "Unplug the grey cable."
    assert phrases("Connect the grey cable. Wait. Unplug the cable.", "TAC301") == []
    assert phrases("Take the grey cable. Wait. Take the blue cable. Plug the cable in.", "TAC301") == []
    two = "Connect the grey cable and the blue cable. Switch the lamp on. "
    assert phrases(two + "Pull the clip from the cable.", "TAC301") == ["the cable"]
    [(_, beside)] = candidates(two + "The cable is warm.", "TAC301")
    assert beside.confidence < found.confidence
    assert phrases("# Repair a blue cable\n\n" + two + "Unplug the cable.", "TAC301") == []
    assert phrases("Take the old cable and the new cable. Wait. Plug the cable in.", "TAC301") == []
    assert phrases(two + "Join both cables and cut the cable.", "TAC301") == ["the cable"]
    assert phrases(two + "Bend the cable with care.", "TAC301") == ["the cable"]
    assert phrases(two + "Bend the cable of the lamp.", "TAC301") == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The bag holds long screws and short screws. Take a drill. Drive the screws in.", {"long", "short"}),
        ("Stir the delicious soup. Heat the oven for an hour. Taste the hot soup. Eat the soup.", set()),
        ("The box has an upper and a lower slot. Take a card. Push it into the slot.", {"upper", "lower"}),
        ("Empty the left pocket and the right pocket. Wait. Close all the pockets.", set()),
        ("Take the steel pin and a thick steel pin. Wait. Push the pin in.", set()),
    ],
)
def test_what_is_a_kind(text, kinds):
    assert {reading for _, found in candidates(text, "TAC301") for reading in found.readings} == kinds


def test_a_kind_of_another_number_is_not_sure():
    text = "The bag holds long screws and a short screw. Take a drill. Drive the screws in."
    [(_, found)] = candidates(text, "TAC301")
    assert found.confidence == 0
    assert found.features["kinds of its number"] == 1


def test_an_aspect_that_is_left_open():
    [(phrase, found)] = candidates("Adjust the saddle.", "TAC401")
    assert (phrase, found.instruction.sentence) == ("Adjust the saddle", "Adjust the ______ of the saddle.")
    for clear in ("Adjust the height of the saddle.", "Check the tyre for thorns.", "Adjust the height."):
        assert phrases(clear, "TAC401") == []


def test_a_heading_ends_what_is_spoken_of():
    text = "# A\n\nTake the valve and the lid.\n\n# B\n\nRinse before reassembling.\n"
    assert phrases(text, "TAC101") == []


def test_fillers_fit_into_the_file():
    text = "Take off the valve\nand the lid. Rinse before   drying.\n"
    for _, found in candidates(text):
        for reading in found.readings:
            filled = text[: found.blank.start] + found.lead + reading + found.trail + text[found.blank.end :]
            assert found.instruction.filled(reading) in " ".join(filled.split())


def test_nothing_in_code_tables_front_matter_and_links():
    text = (
        "---\nnote: take the lid and the jar and shake it\n---\n\nTake the lid and the jar.\n\n"
        "```\nRinse before drying.\n```\n\n| a |\n|---|\n| Rinse before drying. |\n\n"
        "See [Put the lid on the jar and shake it](x.md).\n"
    )
    assert candidates(text) == []


def test_a_page_without_sentences():
    for text in ("", "\n\n", "# Only a heading\n", "---\n", "1.\n2.\n", "```\ncode\n```\n"):
        assert candidates(text) == []


def test_an_article_that_was_read_as_something_else_is_no_aspect():
    rows = [
        ("Adjust", "adjust", "VERB", "VB", 0, "ROOT"),
        ("the", "the", "DET", "DT", 2, "dep"),
        ("saddle", "saddle", "NOUN", "NN", 0, "dobj"),
    ]
    view = LineView(Parse.from_rows("Adjust the saddle", rows), (), MentionsSoFar(), shipped())
    view.__dict__["commands"] = frozenset({0})
    assert list(missing_aspects(view)) == []


def test_things_of_a_long_list_have_the_role_of_the_first():
    count = 3_000
    rows = [("Take", "take", "VERB", "VB", 0, "ROOT"), ("cups", "cup", "NOUN", "NNS", 0, "dobj")]
    rows += [("cups", "cup", "NOUN", "NNS", number, "conj") for number in range(1, count)]
    parse = Parse.from_rows("Take" + " cups" * count, rows)
    assert {mention.role for mention in mentions_of(parse, 0)} == {"dobj"}
