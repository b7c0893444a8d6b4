import { hashStationKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { IssuedStationKey, Problem, Station, StationKey } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let url = "";
beforeAll(async () => {
  rest = await startRest();
  const { accountId, database } = rest;
  const own = await db.stations.add(database.database.sql, {
    ident: "AB-OWN",
    accountId,
    sourceType: "acars",
  });
  url = `${rest.url}/v1/stations/${own?.id}`;
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function issue(label?: string): Promise<Response> {
  return await ask(`${url}/keys`, rest.key, { method: "POST", body: label ? { label } : {} });
}

async function listed(): Promise<StationKey[]> {
  return z.array(StationKey).parse(await (await ask(`${url}/keys`, rest.key)).json());
}

async function access() {
  const { stations } = await db.stationKeys.readAccess(rest.database.database.sql, null);
  return stations;
}

describe("the keys of a station", () => {
  test("are issued, shown once, listed without the key, and revoked", async () => {
    const response = await issue("roof");
    expect(response.status).toBe(201);
    const { key, ident, ...shown } = IssuedStationKey.parse(await response.json());
    expect(ident).toBe(`AB-OWN~${key}`);
    expect(key.startsWith(shown.hint)).toBe(true);
    expect(await listed()).toEqual([{ ...shown, createdAt: expect.any(String) }]);
    expect(await access()).toMatchObject([
      { ident: "AB-OWN", policy: "any", keyHashes: [hashStationKey(key).toString("base64")] },
    ]);
    const revoked = await ask(`${url}/keys/${shown.id}`, rest.key, { method: "DELETE" });
    expect(revoked.status).toBe(204);
    expect(await listed()).toEqual([]);
    expect(await access()).toEqual([]);
    const again = await ask(`${url}/keys/${shown.id}`, rest.key, { method: "DELETE" });
    expect(again.status).toBe(404);
  });

  test("are at most five, also if they are issued at the same time", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 9 }, async () => (await issue()).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 403)).toHaveLength(4);
    expect(await listed()).toHaveLength(5);
  });

  test("are the owner's: others find no such station", async () => {
    const { key: foreign } = await addKeyOwner(rest.database, "mallory", "unlimited");
    const [known] = await listed();
    for (const [method, path] of [
      ["GET", "/keys"],
      ["POST", "/keys"],
      ["DELETE", `/keys/${known?.id}`],
    ] as const) {
      expect((await ask(url + path, foreign, { method })).status).toBe(404);
    }
    expect(await listed()).toHaveLength(5);
  });
});

test("a key can be required only once there is one", async () => {
  for (const { id } of await listed()) {
    await ask(`${url}/keys/${id}`, rest.key, { method: "DELETE" });
  }
  const change = { method: "PATCH", body: { keyPolicy: "required" } };
  const refused = await ask(url, rest.key, change);
  expect(refused.status).toBe(400);
  expect(Problem.parse(await refused.json()).errors?.[0]?.field).toBe("keyPolicy");
  await issue();
  const changed = Station.parse(await (await ask(url, rest.key, change)).json());
  expect(changed.settings).toMatchObject({ keyPolicy: "required" });
  expect(await access()).toMatchObject([{ policy: "required" }]);
});
