"""What a page states about itself: :func:`read_metadata`."""

from victor.document.metadata.fields import Metadata
from victor.document.metadata.reader import read_metadata

__all__ = ["Metadata", "read_metadata"]
