"""The errors of the engine. Each says what was wrong with the request; none carries anything hidden."""


class EngineError(Exception):
    """Base of all errors the engine raises on purpose."""


class IllegalAction(EngineError):
    """A well-formed action that the rules forbid in this position.

    `rule` is the id in docs/rules.md of the rule it breaks.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


class BadPosition(EngineError):
    """A start position that breaks invariants; `faults` lists every one as (JSON pointer, message)."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{pointer}: {message}" for pointer, message in faults))
        self.faults = faults


class NotationError(EngineError):
    """Text that is not in the notation of docs/notation.md."""


class RecordError(EngineError):
    """A record that cannot be replayed, or that does not say what it claims."""
