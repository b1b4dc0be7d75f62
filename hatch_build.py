"""Compile the parts in ``native/``; if none compiles, the wheel is pure Python."""

import itertools
import os
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The parts check neither errno nor floating-point exceptions, so that loops can be vectorised.
_MATHS = ("-fno-math-errno", "-fno-trapping-math")


class CompileParts(BuildHookInterface):
    """Hatchling's build hook for the wheel, editable or not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into the checkout if the install is editable, else into the wheel."""
        self._folder = tempfile.TemporaryDirectory()
        package = Path(self.root, "victor")
        if version == "editable":
            for stale in package.glob("_*" + sysconfig.get_config_var("EXT_SUFFIX")):
                stale.unlink()
        sources = sorted(Path(self.root, "native").glob("*.c"))
        parts = [Path(self._folder.name, module_file(source)) for source in sources]
        with ThreadPoolExecutor() as several:
            compiled = list(several.map(self._compiles, sources, parts))
        for made in itertools.compress(parts, compiled):
            if version == "editable":
                shutil.copy(made, package)
                continue
            build_data["force_include"][str(made)] = f"victor/{made.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder, whose files are in the wheel by now."""
        self._folder.cleanup()

    def _compiles(self, source: Path, made: Path) -> bool:
        try:
            subprocess.run(command(source, made), check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.app.display_warning(f"{source.name} is not compiled, cleaning is slower: {error}")
            return False
        return True


def module_file(source: Path) -> str:
    """The file name of the module that is compiled from a source."""
    return f"_{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"


def command(source: Path, made: Path, *more: str) -> list[str]:
    """The command to build a part like Python's own modules, or by ``CC``; ``more`` are flags."""
    compiler, *options = shlex.split(sysconfig.get_config_var("LDSHARED") or "clang -shared")
    if not shutil.which(compiler):
        compiler = "cc"
    options += shlex.split(sysconfig.get_config_var("CCSHARED") or "")
    chosen = shlex.split(os.environ.get("CC") or compiler)
    digest = runpy.run_path(str(source.parent.parent / "victor" / "compiled.py"))["digest"]
    flags = ["-O3", *_MATHS, f'-DSOURCES="{digest(source)}"', *more]
    flags.append(f"-I{sysconfig.get_path('include')}")
    windows = [f"-L{Path(sys.base_prefix, 'libs')}"]  # for Clang: the headers name the library
    libraries = windows if sys.platform == "win32" else ["-lm"]
    return [*chosen, *options, *flags, str(source), "-o", str(made), *libraries]
