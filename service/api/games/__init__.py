"""The games resource: what is sent (requests), what is shown (replies), and the operations on it."""
