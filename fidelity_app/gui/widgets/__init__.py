"""Small widgets that every page uses."""
