"""Options, paths and secrets."""
