"""Compiles ``native/preclean.c`` where there is a compiler; where not, the wheel is pure Python."""

import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompilePreclean(BuildHookInterface):
    """Hatchling's hook for the wheel, editable or not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into the checkout if that is what will be imported, else into the wheel."""
        name = "_preclean" + sysconfig.get_config_var("EXT_SUFFIX")
        self._folder = tempfile.TemporaryDirectory()
        made = Path(self._folder.name) / name
        in_place = Path(self.root, "victor", name)
        if version == "editable":
            in_place.unlink(missing_ok=True)  # what was made of other sources
        if not self._compiles(made):
            return
        if version == "editable":
            shutil.copy(made, in_place)
            return
        build_data["force_include"][str(made)] = f"victor/{name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what lies in the wheel by now."""
        self._folder.cleanup()

    def _compiles(self, made: Path) -> bool:
        source = Path(self.root, "native", "preclean.c")
        try:
            subprocess.run(_command(source, made), check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.app.display_warning(f"{source.name} is not compiled, cleaning is slower: {error}")
            return False
        return True


def _command(source: Path, made: Path) -> list[str]:
    """Compile and link as this Python's own modules were, or by ``CC``."""
    compiler, *options = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")
    if not shutil.which(compiler):
        compiler = "cc"
    options += shlex.split(sysconfig.get_config_var("CCSHARED") or "")
    include = sysconfig.get_path("include")
    chosen = shlex.split(os.environ.get("CC") or compiler)
    flags = ["-O3", "-fno-math-errno", f"-I{include}"]
    return [*chosen, *options, *flags, str(source), "-o", str(made), "-ldl", "-lm"]
