import { createKeySeal, makeApiKey, makeSigningKey, issueToken } from "@jetwire/auth";
import { addAccount, addFirstSigningKey } from "@jetwire/db";
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
    await addFirstSigningKey(
      rig.database.database.sql,
      createKeySeal(testSigningKeySecret).seal(key),
    );
    const account = await addAccount(rig.database.database.sql, "somebody");
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
