"""Races, deaths and outages, with real processes."""
