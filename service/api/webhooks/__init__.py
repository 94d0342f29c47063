"""Webhooks: endpoints of players and apps, and what they are sent."""
