"""Schemathesis against the OpenAPI description: every answer is as described, nothing breaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.faults.scale import often
from tests.server.processes import Server

SECONDS = 1700
"""As long as a busy machine may take for thousands of requests."""
REJECTED = """[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 406, 413, 422, 428]
"""
"""What counts as a refusal of bad data. Schemathesis by itself leaves out that there was too much of it (413)."""
EXAMPLES = often(8, 25)
"""Drawn for every operation, beside those that try the bounds of each field one by one."""
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance"


@pytest.mark.first
@pytest.mark.timeout(SECONDS + 100)
def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'tables.db'}", limits={"wait_seconds": 0.2}) as server:
        fuzz(server, tmp_path)
        assert httpx.get(f"{server.base}/health").status_code == 200
        assert '"error"' not in server.log.read_text()


def fuzz(server: Server, tmp_path: Path) -> None:
    description = tmp_path / "openapi.json"  # Schemathesis itself would not wait longer than ten seconds for it
    description.write_text(httpx.get(f"{server.base}/api/openapi.json", timeout=SECONDS).text, "utf-8")
    (tmp_path / "schemathesis.toml").write_text(REJECTED, "utf-8")
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", str(description), f"--url={server.base}"]
    options = [f"--max-examples={EXAMPLES}", "--phases=examples,coverage,fuzzing", "--seed=1", "--generation-deterministic", "--no-shrink"]
    more = [
        f"--checks={CHECKS},negative_data_rejection,unsupported_method",
        "--exclude-path=/metrics",
        "--warnings=off",
        "--request-timeout=30",
    ]
    ran = subprocess.run([*command, *options, *more], cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]


def test_the_description_knows_the_live_messages(sqlite_server: Server) -> None:
    described = httpx.get(f"{sqlite_server.base}/api/openapi.json").json()
    assert {"LivePlay", "LiveWatch", "LiveMessage", "Update", "Refusal"} <= set(described["components"]["schemas"])
    for path, operations in described["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
