"""Hypothesis without a stopwatch: how long an example takes on a busy machine says nothing about a rule."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no_stopwatch", deadline=None)
settings.load_profile("no_stopwatch")
