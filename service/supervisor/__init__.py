"""Everything on one machine under one program: starts the parts, keeps them running, stops them in order."""
