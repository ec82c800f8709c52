"""Use cases, without Qt: what the GUI and the command line both do."""
