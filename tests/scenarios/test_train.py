import pytest
from scenarios.keyword_system import KeywordSystem

from tacit import systems
from tacit.errors import InputError, MissingBackboneError, UsageError
from tacit.scenarios import Inventory, Narrative, Scenario
from tacit.scenarios.train import is_gold_bound, load, teach, train

TEXT = Narrative("a", ("The kettle sang.",), (("making tea",),))


@pytest.fixture(autouse=True)
def keywords(monkeypatch, tmp_path):
    monkeypatch.setattr(systems, "_REGISTERED", {})
    monkeypatch.setattr(systems, "TASKS", {"scenarios": "json"})
    for name in ("tacit", "keywords"):
        systems.register("scenarios", name, about="keywords", load="scenarios.keyword_system:KeywordSystem")
    monkeypatch.setattr(systems, "_MODELS", {})
    monkeypatch.setattr(systems, "MODELS", tmp_path)
    systems.register_models(
        "scenarios",
        default="tacit",
        shipped={"tacit": "shipped"},
        trainer="tacit.scenarios.train:train",
        command="tacit scenarios train",
    )


def test_a_trained_system_is_loaded_from_its_folder(tmp_path):
    train("keywords", [TEXT, TEXT], seed=1).save(tmp_path / "model")
    loaded = load(f"keywords:{tmp_path / 'model'}")
    assert isinstance(loaded, KeywordSystem)
    assert loaded.texts_ == 2


def test_the_shipped_model_is_the_default(tmp_path):
    with pytest.raises(MissingBackboneError, match="tacit scenarios train"):
        load()
    train("tacit", [TEXT]).save(tmp_path / "shipped")
    assert load().texts_ == 1


def test_what_cannot_be_loaded(tmp_path):
    with pytest.raises(UsageError, match="'keywords' has no trained model"):
        load("keywords")
    with pytest.raises(InputError, match=r"no config\.json"):
        load(f"keywords:{tmp_path}")
    with pytest.raises(UsageError, match="there are tacit, keywords"):
        load("magic")


def test_training_needs_some_text_about_a_scenario():
    with pytest.raises(InputError, match="no training text"):
        train("keywords", [Narrative("a", ("It rained.",), ((),))])


def test_features_are_chosen_where_a_system_takes_them():
    systems.register(
        "scenarios",
        "chosen",
        about="",
        load="scenarios.test_train:Chosen",
        options={"features": ("tfidf", "lda")},
    )
    assert train("chosen", [TEXT], features="lda,tfidf").features == ("tfidf", "lda")
    with pytest.raises(UsageError, match="'keywords' cannot be chosen, only those of chosen"):
        train("keywords", [TEXT], features="lda")
    with pytest.raises(UsageError, match="there are no features 'smell'"):
        train("chosen", [TEXT], features="smell")


def test_a_gold_bound_is_known_by_its_name():
    assert is_gold_bound("tt_tfidf_gold")
    assert is_gold_bound("tt_tfidf_gold:folder")
    assert not is_gold_bound("tt_tfidf")


class Chosen(KeywordSystem):
    def __init__(self, *, features):
        super().__init__()
        self.features = features


class Extensible(KeywordSystem):
    def __init__(self):
        super().__init__()
        self.inventory = None
        self.labels = ["making tea", "baking a cake"]
        self.phrases_ = {}

    def add_scenario(self, label, phrases):
        self.phrases_[label] = phrases


OWN = Inventory([Scenario("brewing", aliases=("making tea",)), Scenario("feeding chickens", events=("scatter grain",))])


def test_a_trained_system_takes_in_an_inventory():
    system = Extensible()
    assert teach(system, OWN) == {"making tea", "feeding chickens"}
    assert system.phrases_ == {"feeding chickens": ("scatter grain",)}


def test_a_system_that_cannot_says_so():
    with pytest.raises(UsageError, match="'keywords' cannot learn scenarios from an inventory"):
        teach(KeywordSystem(), OWN)


def test_training_passes_the_inventory_to_those_that_use_it(monkeypatch):
    monkeypatch.setattr("scenarios.keyword_system.KeywordSystem", Extensible)
    assert train("keywords", [TEXT], inventory=OWN).inventory is OWN
