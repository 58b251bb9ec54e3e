import pytest

from tacit import systems
from tacit.errors import InputError, MissingBackboneError, UsageError


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(systems, "TASKS", {"endings": "json"})
    monkeypatch.setattr(systems, "_REGISTERED", {})
    systems.register(
        "endings", "first", about="always the first", load="collections:Counter", published={"accuracy": 0.5}
    )


def test_a_registered_system_is_listed_and_created(registry):
    [system] = systems.systems("endings")
    assert system.published == {"accuracy": 0.5}
    assert system.create(a=2)["a"] == 2
    assert "load" not in system.to_dict()


def test_unknown_names_list_the_known(registry):
    with pytest.raises(UsageError, match="there are endings"):
        systems.systems("cooking")
    with pytest.raises(UsageError, match="there are first"):
        systems.system_named("endings", "second")


def test_figures_under_other_conditions_are_shown_with_what_to_add(registry, tacit):
    systems.register(
        "endings",
        "second",
        about="with a switch",
        load="collections:Counter",
        measured={"accuracy": 0.5},
        also_measured={"--switch on": {"accuracy": 0.75}},
        command="measure",
    )
    [system] = [each for each in systems.systems() if each.name == "second"]
    assert system.to_dict()["also_measured"] == {"--switch on": {"accuracy": 0.75}}
    shown = tacit("systems").stdout
    assert "measured with --switch on accuracy 0.750" in shown


class Parrot:
    """Stands for a system that has nothing to learn, or, as a subclass, for one that has."""

    needs_training = False

    def __init__(self, words=()):
        self.words = words

    @classmethod
    def load(cls, folder):
        return cls((folder.name,))


class Pupil(Parrot):
    needs_training = True


def taught(name, lessons, *, loudly=False):
    return systems.create("endings", name, words=tuple(lessons) + ("!",) * loudly)


@pytest.fixture
def birds(registry, monkeypatch, tmp_path):
    monkeypatch.setattr(systems, "_MODELS", {})
    monkeypatch.setattr(systems, "MODELS", tmp_path)
    for name in ("parrot", "pupil", "other"):
        kind = "Parrot" if name == "parrot" else "Pupil"
        systems.register("endings", name, about="speaks", load=f"{__name__}:{kind}")
    systems.register_models(
        "endings", default="pupil", shipped={"pupil": "birds"}, trainer=f"{__name__}:taught", command="teach it"
    )
    return tmp_path


def test_one_registry_makes_trains_and_loads_by_task_and_name(birds):
    assert systems.create("endings", "pupil", words=("a",)).words == ("a",)
    assert systems.train("endings", "other", ["b"], loudly=True).words == ("b", "!")
    with pytest.raises(MissingBackboneError, match="make one with  teach it"):
        systems.load("endings")
    for name in ("birds", "own"):
        (birds / name).mkdir()
        (birds / name / "config.json").write_text("{}")
    assert systems.load("endings").words == ("birds",)
    assert systems.load("endings", f"other:{birds / 'own'}").words == ("own",)
    assert systems.folder_of("endings") == birds / "birds"


def test_what_has_nothing_to_learn_needs_no_folder(birds):
    assert systems.load("endings", "parrot").words == ()
    with pytest.raises(UsageError, match="'other' has no trained model of its own"):
        systems.load("endings", "other")
    with pytest.raises(InputError, match="is not a model folder"):
        systems.load("endings", f"parrot:{birds / 'nowhere'}")


def test_options_and_tasks_that_there_are_not(birds, monkeypatch):
    with pytest.raises(UsageError, match="does not take all of the options colour"):
        systems.create("endings", "pupil", colour="red")
    with pytest.raises(UsageError, match="there are first, parrot, pupil, other"):
        systems.train("endings", "magic", [])
    monkeypatch.setitem(systems.TASKS, "songs", "json")
    with pytest.raises(UsageError, match="'songs' are not loaded by name; those of endings are"):
        systems.load("songs")
