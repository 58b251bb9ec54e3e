import numpy as np
import pytest
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, POUR, WARM, tea

from tacit import systems
from tacit.errors import InputError
from tacit.scripts.systems.frequent import Frequent
from tacit.scripts.systems.pmi import SummedPmi
from tacit.scripts.systems.tacit.told import FEATURES, ToldSystem, _hidden, _loss, _padded
from tacit.scripts.task import Script

SYSTEMS = [Frequent(), SummedPmi(), ToldSystem()]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
@pytest.mark.parametrize("told", [[], [BOIL, BAG], list(range(6))])
def test_all_that_is_not_told_is_proposed_once(system, told):
    proposals = system.propose(tea(), told)
    assert sorted(proposal.event for proposal in proposals) == [event for event in range(6) if event not in told]
    assert sum(proposal.probability for proposal in proposals) == pytest.approx(1 if proposals else 0)
    assert [each.probability for each in proposals] == sorted((each.probability for each in proposals), reverse=True)


def test_the_baseline_goes_by_frequency():
    order = [proposal.event for proposal in Frequent().propose(tea(), [BOIL, DRINK])]
    assert order == [BAG, POUR, MILK, WARM]


def test_the_company_of_told_events_counts():
    milky = tea(*[(BOIL, WARM, MILK, DRINK)] * 5, *[(BOIL, BAG, POUR, DRINK)] * 6)
    assert SummedPmi().propose(milky, [BOIL, MILK])[0].event == WARM
    assert ToldSystem().propose(milky, [BOIL, MILK, DRINK])[0].event == WARM
    assert Frequent().propose(milky, [BOIL, MILK, DRINK])[0].event != WARM


def test_fit_learns_that_company_matters():
    either = tea(*[(BOIL, WARM, MILK)] * 9, *[(BAG, POUR, DRINK)] * 9)
    fitted = ToldSystem().fit([either])
    weights = fitted.weights()
    assert set(weights) == set(FEATURES)
    assert weights["told"] > 0
    hidden = [fitted.propose(either, rest)[0].event for rest in ([BOIL, MILK], [BAG, DRINK])]
    assert hidden == [WARM, POUR]
    again = ToldSystem().restore(weights).propose(either, [BOIL])
    assert [each.event for each in again] == [each.event for each in fitted.propose(either, [BOIL])]


def test_fit_needs_something_to_hide():
    with pytest.raises(InputError, match="two events"):
        ToldSystem().fit([Script("nothing", (), ())])


def test_the_gradient_is_that_of_the_loss():
    arrays = _padded(_hidden(tea()))
    weights = np.array([0.5, -0.3, 0.2, 0.1])
    _, gradient = _loss(weights, *arrays, 1.0)
    for place in range(len(weights)):
        step = np.eye(len(weights))[place] * 1e-6
        numeric = (_loss(weights + step, *arrays, 1.0)[0] - _loss(weights - step, *arrays, 1.0)[0]) / 2e-6
        assert gradient[place] == pytest.approx(numeric, rel=1e-4, abs=1e-4)


def test_registered():
    known = systems.systems("scripts")
    assert [system.name for system in known] == ["frequent", "pmi", "tacit", "llm"]
    assert all(system.create().name == system.name for system in known if not system.asks)
