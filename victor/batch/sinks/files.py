"""``files``: one file per page in a directory, in any output format."""

import os
from pathlib import Path

from victor.batch.journal import RESUME
from victor.batch.record import Outcome
from victor.batch.sinks.base import Sink
from victor.errors import PageError, VictorError
from victor.files import write_text
from victor.output import OUTPUTS

_LONGEST = 255 - len(".part")  # maximum bytes of a file name, on nearly all file systems


class Files(Sink):
    """Writes one file per cleaned page, in the directory structure of the input."""

    def check(self) -> None:
        """Check that there is an output directory, which the run creates.

        Raises:
            VictorError: ``-o`` is missing, or the format is unknown.
        """
        super().check()
        if self.writing.output is None:
            raise VictorError("--to files needs an output directory: -o DIR")

    def render(self, outcome: Outcome) -> None:
        """Write a page atomically; skipped pages have no file.

        Args:
            outcome: the page after cleaning.

        Raises:
            PageError: the file name is too long; the page is then skipped.
            VictorError: it cannot be written.
        """
        text = outcome.render(self.writing.format)
        if text is not None and self.writing.output is not None:
            suffix = OUTPUTS.find(self.writing.format).SUFFIX
            path = self.writing.output / (outcome.record.target + suffix)
            if len(os.fsencode(path.name)) > _LONGEST:
                raise PageError(path.name, "the name of its output file is too long")
            try:
                write_text(path, text)
            except VictorError as error:
                raise VictorError(f"{error}; {RESUME}") from None

    def finish(self, part: Path, target: Path) -> None:
        """Remove the empty partial output.

        Args:
            part: the empty file.
            target: the output directory.
        """
        part.unlink()
