"""The essentials of the realtime contract, as Python's stock Socket.IO client meets them.

Reads the scene (addresses, credentials, a station) as JSON from the variable SCENE and prints a JSON
line for each check: its name and its fault, null when there was none.
"""

import json
import os
import threading
import time
import traceback
import urllib.request

import socketio

SCENE = json.loads(os.environ["SCENE"])
FIRST_URL, SECOND_URL = SCENE["urls"]
API_KEY, STATION = SCENE["apiKey"], SCENE["station"]
ALICE, BOB = SCENE["users"]
RECEIVE_SECONDS_MAX = 10

EVENTS = SCENE["events"]
MESSAGE_KEYS = set(SCENE["messageKeys"])
ENRICHED_KEYS = MESSAGE_KEYS | {"station", "airframe", "flight"}

# A handler runs in a thread of its own: called with anything but one argument, it dies there.
crashes = []
threading.excepthook = lambda crash: crashes.append(repr(crash.exc_value))


class Client:
    """A client whose handlers take one argument, as users write them, and keep what they get."""

    def __init__(self, url, auth=None):
        self.received = []
        self.changed = threading.Condition()
        self.sio = socketio.Client(reconnection=False)
        for event in EVENTS:
            self.sio.on(event, self.handler(event))
        self.sio.connect(url, auth=auth, transports=["websocket"], wait_timeout=RECEIVE_SECONDS_MAX)

    def handler(self, event):
        def handle(payload):
            with self.changed:
                self.received.append((event, payload))
                self.changed.notify_all()

        return handle

    def payloads(self, event):
        return [payload for name, payload in self.received if name == event]

    def receive(self, event, wanted=lambda payload: True):
        """The first payload of an event that is wanted; waits for it."""
        end = time.monotonic() + RECEIVE_SECONDS_MAX
        with self.changed:
            while True:
                for payload in self.payloads(event):
                    if wanted(payload):
                        return payload
                if not self.changed.wait(end - time.monotonic()):
                    raise AssertionError(f"{event} did not come; what came: {self.received}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sio.disconnect()


def send_message(text):
    """One message of the station, by way of the ingest."""
    line = {
        "timestamp": time.time(), "station_id": STATION["ident"], "channel": 1, "freq": 131.55,
        "level": -20.5, "error": 0, "mode": "2", "label": "5Z", "block_id": "3", "ack": False,
        "tail": "N77PY", "flight": "UA0042", "msgno": "M01A", "text": text,
    }
    body = (json.dumps(line) + "\n").encode()
    headers = {"content-type": "application/x-ndjson"}
    request = urllib.request.Request(SCENE["ingestUrl"], body, headers)
    with urllib.request.urlopen(request, timeout=RECEIVE_SECONDS_MAX) as response:
        return json.load(response)["items"][0]["id"]


def expect_equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def expect_authenticated(client):
    answer = client.receive("feed:authenticated")
    expect_equal(set(answer), {"userId", "username", "stations"})
    expect_equal(answer["stations"], [{**STATION, "sourceType": "acars"}])


def check_key_in_auth():
    with Client(FIRST_URL, {"apiKey": API_KEY}) as client:
        expect_authenticated(client)


def check_key_in_query():
    with Client(f"{FIRST_URL}?apiKey={API_KEY}") as client:
        expect_authenticated(client)


def check_feed():
    with Client(SECOND_URL, {"apiKey": API_KEY}) as client:
        client.receive("feed:authenticated")
        message_id = send_message("PYTHON FEED")
        message = client.receive("feed:message")
        expect_equal(set(message), MESSAGE_KEYS)
        expect_equal((message["id"], message["text"]), (message_id, "PYTHON FEED"))


def check_firehose():
    with Client(FIRST_URL) as client, Client(SECOND_URL) as other:
        for viewer in (client, other):
            viewer.sio.emit("messages:sniff")
            expect_equal(set(viewer.receive("messages:sniff:started")), {"browserId"})
        shown_id = send_message("PYTHON SNIFF")
        message = client.receive("message", lambda one: one["id"] == shown_id)
        expect_equal(set(message), ENRICHED_KEYS)
        expect_equal(message["station"]["ident"], STATION["ident"])
        client.sio.emit("messages:sniff:stop")
        expect_equal(client.receive("messages:sniff:stopped"), client.receive("messages:sniff:started"))
        later_id = send_message("PYTHON AFTER THE STOP")
        other.receive("message", lambda one: one["id"] == later_id)
        assert later_id not in [one["id"] for one in client.payloads("message")], "shown after all"


def check_monitor():
    with Client(FIRST_URL) as client:
        client.sio.emit("station:monitor:start", STATION["id"])
        started = client.receive("station:monitor:started")
        expect_equal(set(started), {"browserId", "station"})
        expect_equal(started["station"], STATION)
        message_id = send_message("PYTHON MONITOR")
        data = client.receive("station:monitor:data")
        expect_equal(set(data), {"station", "stationId", "newMessages"})
        expect_equal((data["station"], data["stationId"]), (STATION, STATION["id"]))
        expect_equal([message["id"] for message in data["newMessages"]], [message_id])
        expect_equal(set(data["newMessages"][0]), MESSAGE_KEYS)
        client.sio.emit("station:monitor:stop", STATION["id"])
        stopped = {"browserId": started["browserId"], "stationId": STATION["id"]}
        expect_equal(client.receive("station:monitor:stopped"), stopped)


def check_session():
    with Client(FIRST_URL, {"token": ALICE["token"]}) as client:
        expect_equal(client.receive("chat:authenticated"), {"userId": ALICE["userId"]})
        snapshot = client.receive("presence:snapshot")
        expect_equal(set(snapshot), {"online"})
        assert ALICE["userId"] in snapshot["online"], "not online in its own snapshot"


def check_chat():
    alice = Client(FIRST_URL, {"token": ALICE["token"]})
    bob = Client(f"{SECOND_URL}?token={BOB['token']}")
    with alice, bob:
        for client in (alice, bob):
            client.receive("presence:snapshot")
        alice.sio.emit("chat:message:send", {"recipientId": BOB["userId"], "body": "Welcome"})
        message = bob.receive("chat:message:new")
        expect_equal(set(message), {"id", "senderId", "recipientId", "body", "createdAt"})
        expect_equal((message["senderId"], message["body"]), (ALICE["userId"], "Welcome"))
        expect_equal(alice.receive("chat:message:new"), message)


def check_bad_key():
    with Client(FIRST_URL, {"apiKey": f"{API_KEY}x"}) as client:
        expect_equal(set(client.receive("feed:error")), {"message"})
        expect_equal(client.payloads("feed:authenticated"), [])


def check_bad_token():
    with Client(FIRST_URL, {"token": f"{ALICE['token']}x"}) as client:
        expect_equal(set(client.receive("chat:error")), {"message"})
        expect_equal(client.payloads("chat:authenticated"), [])


def check_rate_limit():
    with Client(FIRST_URL) as client:
        for _ in range(11):
            client.sio.emit("station:monitor:start", STATION["id"])
        expect_equal(client.receive("error"), {"message": "Rate limit exceeded"})
        # Answers come in threads of their own: the last of the ten may come after the error.
        with client.changed:
            client.changed.wait_for(lambda: len(client.received) >= 11, RECEIVE_SECONDS_MAX)
        expect_equal(len(client.payloads("station:monitor:started")), 10)


def check_one_argument():
    expect_equal(crashes, [])


CHECKS = {
    "R-20, R-21: a key in auth is answered with the account and its stations": check_key_in_auth,
    "R-20, R-21: a key in the query is answered alike": check_key_in_query,
    "R-26: messages of own stations come by themselves": check_feed,
    "R-25, R-31, R-34: without credentials one sniffs the firehose until the stop": check_firehose,
    "R-35, R-36, R-37: a station is monitored until the stop": check_monitor,
    "R-22, R-40: a token opens a session, which receives the users online": check_session,
    "R-42: a direct message arrives at both sides": check_chat,
    "R-23: a bad key is refused with feed:error": check_bad_key,
    "R-24: a bad token is refused with chat:error": check_bad_token,
    "R-48: the eleventh subscription of a minute is refused": check_rate_limit,
    "R-21, R-47: every handler was called with exactly one argument": check_one_argument,
}


def fault_of(check):
    try:
        check()
    except Exception:
        return traceback.format_exc()
    return None


for name, check in CHECKS.items():
    print(json.dumps({"check": name, "fault": fault_of(check)}), flush=True)
