"""`victor serve`: an API that cleans pages, and a playground that shows and teaches how.

A request passes ``guard`` (who may ask) and ``limits`` (how much at once), is checked against
``schema``, and becomes a job of ``jobs`` that one of the ``workers`` does: no page is parsed in the
process that answers. ``extract`` is the API, ``playground`` and ``sessions`` are what the page in
``static`` talks to, ``app`` puts them together and runs them.
"""
