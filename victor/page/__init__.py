"""Decode bytes into a :class:`~victor.page.page.Page`."""

from victor.page.page import Page, read_page
from victor.page.urls import host

__all__ = ["Page", "host", "read_page"]
