"""The Models page: which readers there are, and whether they answer."""
