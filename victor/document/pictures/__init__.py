"""The images of a document, and which images stand for characters or for nothing."""
