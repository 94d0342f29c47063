"""Prints docs/rules.md: `python -m service.rulesbook > docs/rules.md`."""

import sys

from service.rulesbook import ENGLISH
from service.rulesbook.book import as_markdown

sys.stdout.write(as_markdown(ENGLISH))
