"""The Runs page: plan, start, follow, stop, resume."""
