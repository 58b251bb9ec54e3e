"""Settings that whoever runs the linter puts on top of those of a file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tacit.linter.codes import matching, profile
from tacit.linter.config import LinterSettings


@dataclass(frozen=True)
class Wanted:
    """What the command line or an editor says of settings; nothing where it leaves them as they are."""

    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_confidence: float | None = None
    conflicts_only: bool = False
    judge: str | None = None

    def on_top_of(self, settings: LinterSettings) -> LinterSettings:
        """A file's settings with this on top."""
        codes = settings.codes if self.profile is None else profile(self.profile)
        codes = (matching(self.select) if self.select else codes) - matching(self.ignore)
        return replace(
            settings,
            codes=codes,
            min_confidence=settings.min_confidence if self.min_confidence is None else self.min_confidence,
            conflicts_only=settings.conflicts_only or self.conflicts_only,
            judge=settings.judge if self.judge is None else self.judge,
        )
