"""The public site: pages and an API that ask the office's reading desk and render what it answers."""
