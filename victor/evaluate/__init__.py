"""Gold, scores, learning and explanation: everything that needs annotated pages."""
