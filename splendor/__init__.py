"""The game of Splendor itself: rules engine and AI players. No web, no store, no clock."""
