"""The texts of the rules by id: read once from a data file, one a language. docs/rules.md is printed from them."""

from service.rulesbook.book import Book, Option, Rule, Section, read_book

__all__ = ["ENGLISH", "Book", "Option", "Rule", "Section", "read_book"]

ENGLISH: Book = read_book("en")
