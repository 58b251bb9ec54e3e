"""What an experiment says: who stands out, what rises, and with what evidence."""

from dataclasses import replace
from itertools import combinations

from pytest import approx

from tacit.report.stability.pages import page
from tacit.schemas.stability.findings import find, statements
from tacit.schemas.stability.outcome import CategoryTest, Cell, Stability

LEVELS = {"weddings": 0.8, "obituaries": 0.75, "law": 0.5, "labour": 0.49}


def experiment(levels, slope=0.02, p=1e-9):
    """A made-up experiment of three ablations in which the categories have these levels and equal deviations."""
    cells = [
        Cell(name, ablation, germinator, 100, 40.0, 0.3 if germinator == "linear" else 0.0, (level + step,) * 3)
        for name, level in levels.items()
        for ablation in range(3)
        for germinator, step in (("linear", -slope * ablation), ("counter-training", slope * ablation))
    ]
    near = 0.06
    tests = [
        CategoryTest(ablation, germinator, one, other, 9.0, p if abs(levels[one] - levels[other]) > near else 0.5, d)
        for ablation in range(3)
        for germinator in ("linear", "counter-training")
        for one, other in combinations(levels, 2)
        for d in [levels[one] - levels[other]]
    ]
    settings = {"by": "desk", "ablations": 3, "germinators": ["linear", "counter-training"]}
    return Stability(settings, dict.fromkeys(levels, 100), {}, cells, tests)


def test_the_group_that_stands_out():
    findings = find(experiment(LEVELS))
    assert [standing.category for standing in findings.standings] == list(LEVELS)
    assert findings.group.categories == ("weddings", "obituaries")
    assert (findings.group.more, findings.group.tests) == (24, 24)
    assert findings.group.germinators == {"linear": (12, 12), "counter-training": (12, 12)}
    first = next(iter(statements(findings)))
    assert first == (
        "weddings and obituaries are more homogeneous than the other categories:"
        " their schemas are more stable in 24 of 24 comparisons (t-test, p < 0.001)."
    )


def test_where_all_differences_are_significant_the_widest_gap_decides():
    levels = {"weddings": 0.9, "obituaries": 0.8, "law": 0.5, "labour": 0.4}
    assert find(experiment(levels)).group.categories == ("weddings", "obituaries")


def test_the_record_of_a_category():
    standings = {standing.category: standing for standing in find(experiment(LEVELS)).standings}
    assert (standings["weddings"].more, standings["weddings"].less, standings["weddings"].tests) == (12, 0, 18)
    assert (standings["labour"].more, standings["labour"].less) == (0, 12)


def test_nothing_significant_is_said_so():
    findings = find(experiment(LEVELS, p=0.2))
    assert not findings.group.clear
    assert next(iter(statements(findings))).startswith("No category is more stable than another")


def test_a_group_that_stands_out_a_little():
    findings = find(experiment({"weddings": 0.6, "law": 0.58, "labour": 0.53}))
    assert findings.group.more == 6
    assert next(iter(statements(findings))) == (
        "No group of categories clearly stands out; nearest to it come weddings and law,"
        " more stable than the others in 6 of 12 comparisons (t-test, p < 0.001)."
    )


def test_one_category():
    findings = find(experiment({"weddings": 0.5}))
    assert findings.group is None
    assert next(iter(statements(findings))) == "With one category there is nothing to compare."


def test_trends():
    findings = find(experiment(LEVELS))
    trends = {trend.germinator: trend for trend in findings.trends}
    assert trends["counter-training"].slope > 0 > trends["linear"].slope
    assert trends["linear"].single_event_share == approx(0.3)
    said = " ".join(statements(findings))
    assert "rises as documents are removed with counter-training" in said
    assert "Stability does not rise as documents are removed with linear" in said
    assert "30% of the schemas of linear have a single event." in said


def test_one_step_is_no_trend():
    stability = experiment(LEVELS)
    settings, first = {**stability.settings, "ablations": 1}, [cell for cell in stability.cells if cell.ablation == 0]
    said = " ".join(statements(find(replace(stability, settings=settings, cells=first))))
    assert "as documents are removed" not in said
    assert "30% of the schemas of linear have a single event." in said


def test_the_page_escapes_names_and_says_what_was_left_out():
    evil = "<script>alert(1)</script>"
    stability = experiment({evil: 0.8, "law": 0.5})
    left_out = replace(stability, skipped={evil: "too small"})
    html = page(left_out, find(left_out), {"By category": b"<svg/>"})
    assert "<script" not in html
    assert "too small" in html
