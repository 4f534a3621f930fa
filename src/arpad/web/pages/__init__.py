"""The pages, a module per subject: each has a `router`, asks the reading desk and renders a template."""
