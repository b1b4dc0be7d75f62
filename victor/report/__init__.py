"""Reports to look at: one HTML file that shows pages as the cleaner sees them.

``css`` and ``markup`` make a page harmless, ``page`` says what was decided of its blocks,
``overview`` and ``charts`` sum a corpus up, ``document`` puts one file together. The tables that
``victor evaluate`` prints are those of :mod:`victor.evaluate.tables`.
"""
