"""How long work is shown."""

from rich.progress import Progress as Bar

from tacit.cli.common.output import Output
from tacit.cli.common.stages import stages, watched


def test_a_stage_is_one_bar_whatever_is_said_of_it():
    bar = Bar("{task.description}", disable=True)
    show = stages(bar, "tea")
    show("training: loss 0.5", 1, 4)
    show("training: loss 0.2", 2, 4)
    show("reading", 1, 0)
    assert [(task.description, task.completed, task.total) for task in bar.tasks] == [
        ("tea: training: loss 0.2", 2, 4),
        ("tea: reading", 1, None),
    ]


def test_where_no_bar_can_be_seen_a_line_a_minute_says_how_far_it_is(capsys, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr("tacit.cli.common.output.time.monotonic", lambda: clock[0])
    with watched(Output()) as progress:
        for step in range(1, 41):
            clock[0] += 10
            progress(f"training: loss {1 / step:.2f}", step, 40)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 6
    assert said[0].startswith("training: loss 0.17: 6 of 40, ")
    assert said[-1].startswith("training: loss 0.03: 36 of 40, ")
    assert said[-1].endswith(" left")


def test_short_or_quiet_work_says_nothing(capsys, monkeypatch):
    with watched(Output()) as progress:
        progress("reading", 1, 2)
    monkeypatch.setattr("tacit.cli.common.output.MINUTE", 0.0)
    with watched(Output(quiet=True)) as progress:
        progress("reading", 1, 2)
    assert capsys.readouterr().err == ""
