"""Read a YAML file: :func:`read`."""

from pathlib import Path

from victor.config import block_yaml
from victor.config.located import Located
from victor.errors import VictorError
from victor.files import decoded, read_bytes

_LARGEST = 500_000  # maximum bytes of a file


def read(path: Path) -> Located:
    """Read a YAML file whose top level is a mapping; an empty file is an empty mapping.

    Raises:
        VictorError: the file cannot be read, is too large, or not UTF-8; or the YAML is invalid, as
            in :func:`victor.config.any_yaml.parse`.
    """
    data = read_bytes(path, _LARGEST + 1)
    if len(data) > _LARGEST:
        raise VictorError(f"{path}: expected a configuration of at most {_LARGEST:,} bytes")
    text = decoded(path, data)
    try:
        return block_yaml.parse(text, str(path))
    except block_yaml.OtherStyleError:
        from victor.config import any_yaml  # importing PyYAML takes 11 ms

        return any_yaml.parse(text, str(path))
