"""Annotating in the terminal: pure state, its file, its order, and a thin screen on top.

``sheet`` is a page as it is annotated, ``state`` what has been decided and every action on it,
``suggestions`` what is suggested, ``keys`` which key does what, ``store`` the file, ``order`` which page
comes first. None of these imports Textual; ``app`` and ``lines`` do, with ``rows`` for what stands
on the screen.
"""
