import pytest

from tacit.language.english import ENOUGH_OF_A_STORY, looks_english

ENGLISH = "yesterday i went shopping with my sister and we bought a dress, then we had coffee and went home. " * 2
OTHERS = {
    "German": "Gestern war ich mit meiner Schwester in der Stadt, um ein neues Kleid zu kaufen. Wir gingen in drei "
    "Läden, aber in keinem fanden wir etwas, was mir gefiel. Am Ende tranken wir Kaffee.",
    "Dutch": "Gisteren was ik met mijn zus in de stad om een nieuwe jurk te kopen. We gingen naar drie winkels, maar "
    "we vonden niets dat me beviel. Op het einde dronken we een koffie en gingen naar huis.",
    "French": "Hier je suis allée en ville avec ma sœur pour acheter une nouvelle robe. Nous sommes entrées dans "
    "trois magasins, mais nous n'avons rien trouvé. À la fin nous avons bu un café.",
    "Greek": "Χθες πήγα στην πόλη με την αδερφή μου για να αγοράσω ένα καινούργιο φόρεμα.",
    "Japanese": "昨日、姉と一緒に新しい服を買いに町へ行きました。",
}


def test_english_passes():
    assert looks_english(ENGLISH)


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_languages_do_not(text):
    assert not looks_english(text)


@pytest.mark.parametrize("text", ["", "Tea", "milk, bread, butter", "12:30 – 14:00", ":-)"])
def test_what_proves_nothing_passes(text):
    assert looks_english(text)


def test_sentences_of_a_story_prove_more_than_a_list_of_as_many_words():
    spanish = "El perro corrió por el parque y los niños lo siguieron hasta la vieja casa de su abuela."
    assert looks_english(spanish)
    assert not looks_english(spanish, enough=12)


@pytest.mark.parametrize(
    "text",
    [
        "El perro corrió por el parque y los niños lo siguieron hasta la vieja casa de su abuela.",
        "Кот спал на диване, и никто не хотел его будить до самого вечера.",
    ],
)
def test_short_stories_in_other_languages_are_told_from_english(text):
    assert not looks_english(text, enough=ENOUGH_OF_A_STORY)


def test_english_and_what_is_too_short_to_tell():
    assert looks_english(
        "The dog ran through the park and the children followed it to the old house of her aunt.", enough=12
    )
    assert looks_english("Bonjour!", enough=ENOUGH_OF_A_STORY)
