"""schemathesis on the running service: no 500, no undocumented status, and replies as the document has them."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import httpx
import pytest

from service.api.describing import CURRENT
from service.api.openapi import document
from tests.api.documented import operations

CLIENTS = Path(__file__).parent
# Two checks cannot know about If-Match: one wants something else than 428 where it is missing, the other takes a 412 on a
# random tag for a refusal of good data. tests/api/test_document_statuses.py tests both.
UNFIT = "missing_required_header,positive_data_acceptance"
NEVER_CARRIED_OUT = {"getSecurityText"}
"""Without a contact in the settings there is no such page."""


@pytest.mark.timeout(500)
def test_schemathesis_finds_nothing(base: str, app_token: str, admin_token: str, tmp_path: Path) -> None:
    token = httpx.post(f"{base}/v1/players", json={"name": "Ada"}).json()["token"]
    (tmp_path / "openapi.json").write_text(document(CURRENT), "utf-8")
    seen = tmp_path / "seen"
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": str(CLIENTS / "fuzz_hooks.py"),
        "FUZZ_BASE": base,
        "FUZZ_TOKEN": token,
        "FUZZ_APP_TOKEN": app_token,
        "FUZZ_ADMIN_TOKEN": admin_token,
        "FUZZ_SEEN": str(seen),
    }
    words = [
        *("run", "openapi.json", "--url", base),
        *("--max-examples", "20", "--seed", "1", "--generation-deterministic"),
        *("--phases", "examples,coverage,fuzzing,stateful", "--exclude-checks", UNFIT),
        *("--continue-on-failure", "--no-shrink", "--request-timeout", "30", "--no-color"),
    ]
    done = subprocess.run(
        [Path(sys.executable).with_name("st"), *words],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=480,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    statuses: defaultdict[str, set[int]] = defaultdict(set)
    for line in seen.read_text().splitlines():
        operation, status = json.loads(line)
        statuses[operation].add(status)
    # It has not only knocked at doors: every operation was carried out, and bodies came to their schemas.
    assert {name for name in operations() if not any(status < 300 for status in statuses[name])} == NEVER_CARRIED_OUT
    assert {name for name, one in operations().items() if "requestBody" in one and 422 not in statuses[name]} == set()
