"""Pure rules: numbers, alignment, verdicts, measures, recipes, plans. No I/O, no clock, no randomness."""
