"""A moment that several processes wait for, so that what they do meets."""

import time


def wait_for(moment: float) -> None:
    """Returns at `moment` (seconds since 1970), as exactly as the machine can; at once where it has passed."""
    while (left := moment - time.time()) > 0:
        time.sleep(left / 2 if left > 0.002 else 0)
