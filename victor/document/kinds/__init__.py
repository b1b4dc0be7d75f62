"""What elements are, by tags, classes and structure: code, formulas, notes, quotations, figures."""
