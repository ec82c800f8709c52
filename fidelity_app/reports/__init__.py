"""What leaves the tool: CSV and HTML."""
