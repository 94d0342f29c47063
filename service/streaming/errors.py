"""What is refused to those who want a stream."""

from service.hosting.errors import DomainError


class TooManyStreams(DomainError):
    """This process has as many streams as it may."""

    code = "too-many-streams"
