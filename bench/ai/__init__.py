"""How well AI players play: their speed, their matches on paired deals, and the plain tree search that they are held against."""
