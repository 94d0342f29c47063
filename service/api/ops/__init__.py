"""For operators: is it alive, is it ready, how is it doing."""
