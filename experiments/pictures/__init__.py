"""The pictures of docs/pictures/, drawn from the code, its sample pages and its results."""
