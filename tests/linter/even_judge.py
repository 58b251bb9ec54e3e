"""A judge without a model: fillers that it was told to dislike are implausible."""

from tacit.clarifications.task import Judgement


class EvenJudge:
    def __init__(self, disliked=()):
        self.disliked = disliked
        self.asked = []

    def judge(self, instructions):
        self.asked += instructions
        return [tuple(map(self._judged, instruction.fillers)) for instruction in instructions]

    def _judged(self, filler):
        if filler.text in self.disliked:
            return Judgement(0.9, 0.05, 0.05, 1.5)
        return Judgement(0.1, 0.1, 0.8, 4.0 + 1 / len(filler.text))
