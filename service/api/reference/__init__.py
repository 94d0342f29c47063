"""What is the same for everybody: the rules, the cards, the nobles, the AI players."""
