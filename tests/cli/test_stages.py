"""How long work is shown."""

from rich.progress import Progress as Bar

from tacit.cli.common.output import Output
from tacit.cli.common.stages import logged, stages


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


def test_where_no_bar_can_be_seen_each_tenth_is_a_remark(capsys):
    with logged(Output()) as progress:
        for step in range(1, 41):
            progress(f"training: loss {1 / step:.2f}", step, 40)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 10
    assert said[0] == "training: loss 0.25 (4 of 40, at most 0 s left)"
    assert said[-1] == "training: loss 0.03 (40 of 40, at most 0 s left)"
