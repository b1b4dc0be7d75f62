"""Published systems for comparison, one package each: feature families, labelers and filters."""
