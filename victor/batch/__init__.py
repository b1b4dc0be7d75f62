"""Clean many pages: sources read records, workers clean them, sinks write the outcomes.

:mod:`~victor.batch.record` cleans one page; the other modules organise batches.
"""
