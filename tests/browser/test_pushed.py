"""What a browser does with a message that was pushed to it, and when it tells the server of new seats."""

from __future__ import annotations

import json
import re

from tests.browser.conftest import Open
from tests.browser.server import Server
from tests.browser.test_offline import ready

SUBSCRIBED = """PushManager.prototype.getSubscription = async () => ({ toJSON: () => ({ endpoint: 'https://push.example.org/a',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }) })"""
"""A browser's own push service is on the internet; all else of this is as it is."""


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
    session.send("ServiceWorker.deliverPushMessage", {"origin": server.url, "registrationId": known[0], "data": json.dumps(told)})
    for _ in range(600):
        if worker.evaluate(shown):
            break
        page.wait_for_timeout(100)
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
