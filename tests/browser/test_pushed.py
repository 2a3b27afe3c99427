"""What a browser does with a message that was pushed to it, and when it tells the server of new seats."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, Worker

from tests.browser.conftest import WITH_WINDOWS, Open, chromium, launched
from tests.browser.server import Server
from tests.browser.test_offline import ready

SUBSCRIBED = """PushManager.prototype.getSubscription = async () => ({ toJSON: () => ({ endpoint: 'https://push.example.org/a',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }) })"""
"""A browser's own push service is on the internet; all else of this is as it is."""
LEFT = """self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  .then((all) => all.every((one) => one.visibilityState !== 'visible'))"""
"""The browser has put away the page that was left, which it may do a while after it shows the next."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The one with windows: the other lets nobody show notifications."""
    yield from launched(playwright, chromium(WITH_WINDOWS))


def until(page: Page, worker: Worker, true: str) -> None:
    """Waits for something that only the service worker knows."""
    for _ in range(600):
        if worker.evaluate(true):
            return
        page.wait_for_timeout(100)


def test_a_message_is_shown_while_nobody_looks_and_a_guests_new_table_is_told_of(visit: Open, server: Server) -> None:
    page = visit("/", service_workers="allow")
    ready(page)
    page.context.grant_permissions(["notifications"], origin=server.url)
    [worker] = page.context.service_workers
    shown = "self.registration.getNotifications().then((all) => all.map((one) => [one.title, one.body, one.tag, one.data.url]))"
    worker.evaluate("tell({ title: 'Whoever looks sees it there' })")
    assert worker.evaluate(shown) == []
    told = {"title": "Your turn", "body": "Tuareg: Ann has moved.", "tag": "table-abc", "url": "/table/abc"}
    session = page.context.new_cdp_session(page)
    known: list[str] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(r["registrationId"] for r in event["registrations"]))
    session.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(50)
    page.goto(f"http://localhost:{server.port}/health")  # another site: nobody looks at this one
    until(page, worker, LEFT)
    session.send("ServiceWorker.deliverPushMessage", {"origin": server.url, "registrationId": known[0], "data": json.dumps(told)})
    until(page, worker, f"{shown}.then((all) => all.length > 0)")
    assert worker.evaluate(shown) == [[told["title"], told["body"], told["tag"], told["url"]]]

    # The seats of a guest are known to the device only: with every new one it says again which they are.
    page.context.add_init_script(SUBSCRIBED)
    page.goto("/")
    with page.expect_response("**/api/push") as answer:
        page.get_by_role("button", name=re.compile("Play now|Start")).first.click()
        page.wait_for_url("**/table/*")
    assert answer.value.ok, answer.value.text()
    held = json.loads(page.evaluate("localStorage.getItem('sandtable.seats')"))
    assert answer.value.request.post_data_json["tokens"] == [seat["token"] for seat in held]
