"""The Degrade page: a recipe seen at work, original and result side by side."""
