"""The compiled part of the arena: whole games of `greedy` on the search core. As slow to import as splendor.ai.core."""
