"""For those who start gunicorn themselves: gunicorn --config deploy/gunicorn.conf.py service.wsgi:app

`splendor serve` gives the same; here each number can be changed. A thread for each connection is cheapest: with fewer, requests
wait for one another (docs/benchmarks.md). Long polls hold a thread each, so a busy site serves paths that end in /events
and /turns from a second group with many threads (docs/operations.md).
"""

import os

from service.serving import *

bind = f"{os.environ.get('SPLENDOR_HOST', '127.0.0.1')}:{os.environ.get('PORT', '8080')}"
workers = int(os.environ.get("SPLENDOR_WEB_PROCESSES", os.cpu_count() or 1))
threads = int(os.environ.get("SPLENDOR_WEB_THREADS", "32"))
# A long poll ends after 25 s at most.
graceful_timeout = 30
# Half of the threads may wait for events: the others keep answering.
raw_env = [f"SPLENDOR_MAX_WAITERS={os.environ.get('SPLENDOR_MAX_WAITERS', threads // 2)}"]
