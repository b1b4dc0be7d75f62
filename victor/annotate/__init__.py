"""The terminal annotator: a page and its labels, the actions on them, and a thin screen on top.

``view`` is a page with a model's predictions, ``state`` its labels and the actions on them,
``suggestions`` the suggested labels, ``keys`` the key bindings, ``store`` the annotation file,
``order`` the order of the pages, ``rows`` the styled lines. Only ``app`` and ``lines`` import
Textual.
"""
