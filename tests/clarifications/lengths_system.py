"""A system for tests."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tacit.clarifications import Judgement, JudgeSystem
from tacit.clarifications.systems.calibration import FillerEvidence


class Lengths(JudgeSystem):
    """Short fillers are plausible."""

    name = "lengths"

    def __init__(self):
        self.longest_ = 0
        self.calibrated_ = 0

    def fit(self, instructions, *, seed=0, progress=None):
        self.longest_ = max(len(filler.text) for each in instructions for filler in each.fillers)
        return self

    def calibrate(self, instructions):
        self.calibrated_ = len(instructions)

    def evidence(self, instructions):
        rows = [[len(filler.text)] for each in instructions for filler in each.fillers]
        return FillerEvidence(np.array(rows, dtype=float), 1)

    def judge(self, instructions):
        def judged(filler):
            share = len(filler.text) / self.longest_ / 2
            return Judgement.of([share, 0.0, 1 - share])

        return [tuple(judged(filler) for filler in each.fillers) for each in instructions]

    def save(self, folder):
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(json.dumps({"longest": self.longest_}))

    @classmethod
    def load(cls, folder: Path):
        system = cls()
        system.longest_ = json.loads((folder / "config.json").read_text())["longest"]
        return system
