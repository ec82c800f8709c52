"""The Annotate page: what is printed, where, and of which kind."""
