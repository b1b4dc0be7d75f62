"""HTML reports: pages with their labelled blocks, and an overview of a corpus, in one file.

``markup`` and ``css`` sanitise a page, ``page`` collects its labels and their explanations,
``overview`` renders the tables of :mod:`victor.evaluate.tables`, ``charts`` draws plots,
``document`` assembles the file, and ``build`` runs all steps.
"""
