"""The only SQL: the workspace's database, its migrations, and the content-addressed images."""
