"""Many pages: sources give records, workers clean them, sinks keep the rows.

:mod:`~victor.batch.record` is what goes in and comes out for one page; the rest is about many.
"""
