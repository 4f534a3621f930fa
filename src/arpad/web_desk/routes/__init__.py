"""The pages of the desk, a module per subject: each has `routes`, and `MENU` where the menu leads to it."""
