"""Decode bytes into a :class:`~victor.page.page.Page`."""

from victor.page.page import Page, host, read_page

__all__ = ["Page", "host", "read_page"]
