"""Tables of records: columns are data, one model and one view for every list of the application."""
