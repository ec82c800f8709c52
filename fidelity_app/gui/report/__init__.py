"""The Report page: the headline of a run, what it means, and its files."""
