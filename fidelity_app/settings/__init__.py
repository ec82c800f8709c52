"""Options, places on this machine, and secrets."""
