"""All that a server says about tables one knows. Nothing here changes a table."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.players import JSON, bearer, http

FRAMES = 4


async def got(client: httpx.AsyncClient, path: str, token: str | None = None) -> Any:
    """The answer: JSON, or the text of a record. A refusal is an answer too."""
    answer = await client.get(path, headers=bearer(token) if token else {})
    assert answer.status_code < 500, answer.text
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


async def about(client: httpx.AsyncClient, known: JSON) -> JSON:
    """Every answer about one table, by what was asked."""
    table, said = known["table"], {}
    holders: list[tuple[str, str | None]] = [("spectator", None), *((f"seat {seat}", token) for seat, token in known["tokens"].items())]
    for who, token in holders:
        said[f"update for {who}"] = await got(client, f"/api/tables/{table}", token)
        said[f"first frames for {who}"] = await got(client, f"/api/tables/{table}/replay?count={FRAMES}", token)
        said[f"record for {who}"] = await got(client, f"/api/tables/{table}/record", token)
    last = said["update for seat 0"]["status"]["decisions"]
    said["last frames, all open"] = await got(
        client, f"/api/tables/{table}/replay?seat=all&from={max(0, last - FRAMES + 1)}&count={FRAMES}", known["tokens"]["0"]
    )
    said["whole turns"] = await got(client, f"/api/tables/{table}/turns", known["tokens"]["0"])
    if known["invite"]:
        said["invitation"] = (await client.post("/api/invite", json={"invite": known["invite"]})).json()
    if "study" in known:
        said["study"] = await got(client, f"/api/studies/{known['study']['study']}")
    if "analysis" in known:
        said["analysis"] = await got(client, f"/api/analysis/{known['analysis']}")
    return said


async def everything(base: str, tables: list[JSON]) -> JSON:
    """The answers about all tables, and the list of them."""
    async with http(base) as client:
        said = {table["table"]: await about(client, table) for table in tables}
        held = [token for table in tables for token in table["tokens"].values()]
        said["mine"] = (await client.post("/api/mine", json={"tokens": held})).json()
        return said
