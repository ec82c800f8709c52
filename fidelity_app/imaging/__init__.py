"""Pixels: open any file once and right, degrade it reproducibly, carry the boxes along."""
