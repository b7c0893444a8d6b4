import { createKeySeal, makeApiKey, makeSigningKey, issueToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { testSigningKeySecret } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

describe("API key", () => {
  for (const source of ["auth", "query"] as const) {
    test(`R-20, R-21: a valid key in ${source} is answered with the account and its stations`, async () => {
      const feeder = await rig.feeder(`AA-${source}-1`, `AA-${source}-2`);
      const client = rig.connect(rig.gateways[0], { [source]: { apiKey: feeder.apiKey } });
      expect(await client.next("feed:authenticated")).toEqual([
        {
          userId: feeder.accountId,
          username: feeder.username,
          stations: [
            { id: feeder.stationIds[0], ident: `AA-${source}-1`, sourceType: "acars" },
            { id: feeder.stationIds[1], ident: `AA-${source}-2`, sourceType: "acars" },
          ],
        },
      ]);
    });
  }

  const bad = {
    "well-formed but unknown": makeApiKey(),
    mistyped: "jw_nope",
    empty: "",
    "an object": { apiKey: "x" },
    "a list": [makeApiKey()],
    "a number": 7,
  };
  for (const [what, apiKey] of Object.entries(bad)) {
    test(`R-23: a key that is ${what} gets exactly feed:error, then the server disconnects`, async () => {
      const client = rig.connect(rig.gateways[0], { auth: { apiKey } });
      expect(await client.disconnected()).toBe("io server disconnect");
      expect(client.events.slice(0, -1)).toEqual([["feed:error", { message: "Invalid API key" }]]);
    });
  }
});

describe("token", () => {
  test("R-22: a valid token is answered with the user; R-24: an invalid one with chat:error", async () => {
    const key = await makeSigningKey();
    await db.signingKeys.addFirst(
      rig.database.database.sql,
      createKeySeal(testSigningKeySecret).seal(key),
    );
    const account = await db.accounts.add(rig.database.database.sql, "somebody");
    const userId = account?.id ?? "";
    const token = await issueToken({
      userId,
      username: "somebody",
      ttlSeconds: 60,
      key,
      now: Date.now(),
    });
    const client = rig.connect(rig.gateways[0], { auth: { token } });
    expect(await client.next("chat:authenticated")).toEqual([{ userId }]);

    const other = rig.connect(rig.gateways[0], { auth: { token: `${token}x` } });
    expect(await other.disconnected()).toBe("io server disconnect");
    expect(other.events.slice(0, -1)).toEqual([["chat:error", { message: "Invalid token" }]]);
  });

  test("an invalid token beside a valid key is reported, and the feed begins", async () => {
    const feeder = await rig.feeder("AA-BOTH");
    const auth = { apiKey: feeder.apiKey, token: "bad" };
    const client = rig.connect(rig.gateways[0], { auth });
    await client.next("feed:authenticated");
    expect(client.events[0]).toEqual(["chat:error", { message: "Invalid token" }]);
    expect(client.socket.connected).toBe(true);
  });
});

test("R-25: a client without credentials is connected as an anonymous viewer", async () => {
  const client = rig.connect(rig.gateways[0]);
  client.socket.emit("messages:sniff");
  await client.next("messages:sniff:started");
  expect(client.events).toHaveLength(1);
});

test("PUBLIC_FIREHOSE=false closes the firehose to anonymous viewers only", async () => {
  const closed = await rig.startGateway({ PUBLIC_FIREHOSE: "false" });
  const anonymous = rig.connect(closed);
  anonymous.socket.emit("messages:sniff");
  expect(await anonymous.next("error")).toEqual([{ message: "Not authenticated" }]);
  const feeder = await rig.feeder("AA-CLOSED");
  const known = rig.connect(closed, { auth: { apiKey: feeder.apiKey } });
  known.socket.emit("messages:sniff");
  await known.next("messages:sniff:started");
});

test("A-05: a web page of another origin is refused, a listed one or one on loopback is not", async () => {
  const gateway = await rig.startGateway({ GATEWAY_ORIGINS: "https://viewer.example" });
  for (const [origin, event] of [
    ["https://evil.example", "(refused)"],
    ["https://viewer.example", "messages:sniff:started"],
    ["http://localhost:8080", "messages:sniff:started"],
  ] as const) {
    const client = rig.connect(gateway, { extraHeaders: { origin } });
    client.socket.emit("messages:sniff");
    expect(await client.next(event)).toHaveLength(1);
  }
});

test.each([
  ["its own host", { host: "jetwire.example", origin: "https://jetwire.example" }, true],
  [
    "its own host with a port",
    { host: "jetwire.example:8443", origin: "https://jetwire.example:8443" },
    true,
  ],
  [
    "the default port of its scheme",
    { host: "jetwire.example:443", origin: "https://jetwire.example" },
    true,
  ],
  ["another port", { host: "jetwire.example", origin: "https://jetwire.example:444" }, false],
  ["another host", { host: "jetwire.example", origin: "https://evil.example" }, false],
  [
    "a host that ends alike",
    { host: "jetwire.example", origin: "https://evil.jetwire.example" },
    false,
  ],
  ["no host", { host: "", origin: "https://evil.example" }, false],
  [
    "a host behind a user name",
    { host: "jetwire.example@evil.example", origin: "https://evil.example" },
    false,
  ],
  ["two hosts", { host: "jetwire.example, evil.example", origin: "https://evil.example" }, false],
  [
    "an address with a path",
    { host: "evil.example/jetwire.example", origin: "https://evil.example" },
    false,
  ],
  ["an opaque origin", { host: "null", origin: "null" }, false],
  ["another scheme", { host: "jetwire.example", origin: "ftp://jetwire.example" }, false],
  [
    "a host that a client made up",
    {
      host: "jetwire.example",
      origin: "https://evil.example",
      "x-forwarded-host": "evil.example",
    },
    false,
  ],
])("a web page of the gateway's own host may connect: %s", async (_, extraHeaders, isAllowed) => {
  const client = rig.connect(rig.gateways[0], { extraHeaders });
  client.socket.emit("messages:sniff");
  const event = isAllowed ? "messages:sniff:started" : "(refused)";
  expect(await client.next(event)).toHaveLength(1);
});

test("the host that a trusted proxy was asked for is the gateway's own", async () => {
  const gateway = await rig.startGateway({ GATEWAY_TRUSTED_PROXIES: "loopback" });
  const asked = { host: "gateway:8081", "x-forwarded-for": "192.0.2.1" };
  for (const [forwarded, event] of [
    ["jetwire.example", "messages:sniff:started"],
    ["evil.example, jetwire.example", "messages:sniff:started"],
    ["jetwire.example, evil.example", "(refused)"],
  ] as const) {
    const extraHeaders = {
      ...asked,
      "x-forwarded-host": forwarded,
      origin: "https://jetwire.example",
    };
    const client = rig.connect(gateway, { extraHeaders });
    client.socket.emit("messages:sniff");
    expect(await client.next(event)).toHaveLength(1);
  }
});
