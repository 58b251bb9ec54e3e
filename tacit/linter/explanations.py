"""What each code means, why it matters, and how to rewrite, for `tacit clarify explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tacit.errors import UsageError
from tacit.linter.codes import CODES, PROFILES


@dataclass(frozen=True, slots=True)
class CodeExplanation:
    """A code with why it matters, an unclear example, the same made clear, and how to rewrite."""

    code: str
    why: str
    unclear: str
    clear: str
    rewrite: str

    @property
    def profiles(self) -> list[str]:
        """The profiles that have the code."""
        return [name for name, codes in PROFILES.items() if self.code in codes]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        code = CODES[self.code]
        return {
            "code": self.code,
            "name": code.name,
            "phenomenon": code.group,
            "about": code.about,
            "why": self.why,
            "unclear": self.unclear,
            "clear": self.clear,
            "rewrite": self.rewrite,
            "profiles": self.profiles,
        }

    def lines(self) -> list[str]:
        """The same for a terminal."""
        code = CODES[self.code]
        return [
            f"{self.code} {code.name} ({code.group})",
            "",
            f"What it is:  {code.about}.",
            f"Why:         {self.why}",
            f"Unclear:     {self.unclear}",
            f"Clear:       {self.clear}",
            f"Rewrite:     {self.rewrite}",
            f"Profiles:    {', '.join(self.profiles) or 'none; select it by its code'}",
        ]


_ALL = (
    CodeExplanation(
        "TAC101",
        "A reader who takes the wrong thing has done the wrong step, and mostly does not notice.",
        "Take off the valve and the lid. Rinse before reassembling.",
        "Take off the valve and the lid. Rinse both before reassembling.",
        "Say what the verb is done to, even if it was named a moment ago.",
    ),
    CodeExplanation(
        "TAC102",
        "Many things have a lid, an edge or a back; the writer sees one of them, the reader all.",
        "Lay the cloth on the board and cut along the edge.",
        "Lay the cloth on the board and cut along the edge of the board.",
        "Add of what: 'the edge of the board', 'its edge' where only one thing can be meant.",
    ),
    CodeExplanation(
        "TAC103",
        "Where two things come into question, half of the readers pick the wrong one.",
        "If the pin presses on the spring, replace it.",
        "If the pin presses on the spring, replace the pin.",
        "Repeat the noun. It reads less smoothly, and nobody has to guess.",
    ),
    CodeExplanation(
        "TAC201",
        "A number or an adjective alone takes its noun from what stands before, which may be several things.",
        "Sort the long and the short screws. Keep two for later.",
        "Sort the long and the short screws. Keep two long screws for later.",
        "Add the noun, with what tells it from others of its kind.",
    ),
    CodeExplanation(
        "TAC202",
        "A bare 'this' may be the last word, the last step or everything said so far.",
        "Drain the tank and flush the line. Do this twice.",
        "Drain the tank and flush the line. Flush the line twice.",
        "Add a noun ('this step', 'this valve'), or say the action again.",
    ),
    CodeExplanation(
        "TAC301",
        "The name alone no longer tells which one, once the text has named several.",
        "Connect the grey cable and the blue cable. Later, unplug the cable.",
        "Connect the grey cable and the blue cable. Later, unplug the blue cable.",
        "Say again what tells it from the others.",
    ),
    CodeExplanation(
        "TAC401",
        "A saddle has a height, a tilt and a position; the reader changes the one that comes to mind.",
        "If your knees hurt, adjust the saddle.",
        "If your knees hurt, adjust the height of the saddle.",
        "Name the part or property, and if possible in which direction.",
    ),
    CodeExplanation(
        "TAC501",
        "What is little to one is much to another; where the amount matters, nobody can check it.",
        "Add some oil.",
        "Add 20 ml of oil.",
        "Give a number with its unit, or say what one sees when it is enough ('until the bottom is covered').",
    ),
    CodeExplanation(
        "TAC502",
        "A reader who stops too soon or too late finds out when it is too late.",
        "Wait a while, then sand the surface.",
        "Wait two hours, until the paint no longer feels cool, then sand the surface.",
        "Give a time, or a sign that can be seen or felt; best both.",
    ),
    CodeExplanation(
        "TAC503",
        "'Properly' and 'if necessary' leave to the reader what the writer knows.",
        "Make sure that the belt is tightened properly, and replace it if necessary.",
        "Make sure that the belt gives 1 cm under your thumb, and replace it if you see cracks.",
        "Say what one checks, and what the result must be.",
    ),
    CodeExplanation(
        "TAC504",
        "Somewhere is everywhere: the reader must know the place, the side or the direction.",
        "Mount the sensor somewhere nearby.",
        "Mount the sensor at most 2 m from the boiler, on the same wall.",
        "Name the place, or what must be true of it.",
    ),
    CodeExplanation(
        "TAC601",
        "What must be done by nobody in particular is done by nobody.",
        "The form must be signed before Friday.",
        "Your manager must sign the form before Friday.",
        "Name the person or the office, or write a command: 'Sign the form before Friday.'",
    ),
    CodeExplanation(
        "TAC602",
        "Readers come to a step like this when something is wrong, and then the text leaves them alone.",
        "Check whether the lamp is green.",
        "Check whether the lamp is green. If it is red, press Reset.",
        "Say what to do in the other case, even if it is 'call support'.",
    ),
    CodeExplanation(
        "TAC603",
        "A reader who does not have it, or does not know which one is meant, cannot go on.",
        "Run the generator afterwards.",
        "Run the generator (tools/generate.sh) afterwards.",
        "Say what and where it is where it is first used, or put it on the list.",
    ),
    CodeExplanation(
        "TAC604",
        "A reader buys it, and then looks for the step that was left out.",
        "You need a brush, a cloth and a clamp. Brush off the dust and wipe with the cloth.",
        "You need a brush and a cloth. Brush off the dust and wipe with the cloth.",
        "Add the step that needs it, or take it off the list.",
    ),
    CodeExplanation(
        "TAC605",
        "A wrong number sends the reader to the wrong step, or into a circle.",
        "3. After step 7, close the valve.",
        "3. After step 2, close the valve.",
        "Correct the number. Better, say what the step does: 'after draining the tank'.",
    ),
    CodeExplanation(
        "TAC606",
        "The reader does not know whether both are forbidden, or one, or only both together.",
        "Do not open and shake the bottle.",
        "Do not open the bottle. Shake it well.",
        "Say it in two sentences, or with 'neither … nor', 'either … or', 'or both'.",
    ),
    CodeExplanation(
        "TAC607",
        "The reader looks for something that is not there, or finds two.",
        "Then repeat the above.",
        "Then repeat steps 3 to 5.",
        "Name what is meant, and check that it is there.",
    ),
)
EXPLANATIONS = {each.code: each for each in _ALL}


def explanation(name: str) -> CodeExplanation:
    """What there is to say about a code, given by its code or its name."""
    wanted = name.strip()
    for code in CODES.values():
        if wanted.upper() == code.code or wanted.lower() == code.name:
            return EXPLANATIONS[code.code]
    raise UsageError(f"there is no code {name!r}; there are {', '.join(CODES)}")
