"""What a page states about itself: :func:`read_metadata`."""

from victor.document.metadata.fields import Metadata
from victor.document.metadata.reader import read_metadata, read_title

__all__ = ["Metadata", "read_metadata", "read_title"]
