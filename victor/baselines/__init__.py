"""Published systems to compare with, one package each: feature families, labelers and filters."""
