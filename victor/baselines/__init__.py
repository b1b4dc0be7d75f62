"""The other systems of the papers, a folder each: families, labelers, filters, configurations."""
