"""Rolls, periods and published lists: how a list is made of what was admitted, written, shown and explained."""
