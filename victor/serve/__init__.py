"""`victor serve`: an API that cleans pages, and a playground to inspect and teach the model.

A request passes ``guard`` (access control) and ``limits`` (load), is validated against ``schema``,
and becomes one of the ``jobs``, which a process of ``workers`` runs: the server process parses no
pages. ``extract`` is the API; ``playground`` and ``sessions`` are the backend of the page in
``static``; ``app`` assembles and runs the server.
"""
