import type { NetworkRejectToAdd, StationRejectToAdd } from "@jetwire/db";
import { hashNetwork } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createRejectCounter, type RejectCounter } from "./station-rejects.ts";

const secret = "a secret of the tests";

async function flushed(counter: RejectCounter) {
  const stations: StationRejectToAdd[] = [];
  const networks: NetworkRejectToAdd[] = [];
  await counter.flush({
    stations: async (batch) => void stations.push(...batch),
    networks: async (batch) => void networks.push(...batch),
  });
  return { stations, networks };
}

test("what names a station is counted for the station and the network, anything else for the network", async () => {
  const counter = createRejectCounter(secret, () => 1_000);
  const address = "192.0.2.1";
  counter.add({ ident: "HOME", reason: "unproven", detail: "", address });
  counter.add({ ident: null, reason: "not-json", detail: "at character 0", address });
  counter.add({ ident: null, reason: "not-json", detail: "at character 7", address, count: 3 });
  const { stations, networks } = await flushed(counter);
  const lastAt = "1970-01-01T00:00:01.000Z";
  expect(stations).toEqual([{ ident: "HOME", reason: "unproven", count: 1, lastAt, detail: "" }]);
  const network = hashNetwork(address, secret);
  expect(networks).toEqual([
    { network, ident: "HOME", reason: "unproven", count: 1, lastAt, detail: "" },
    { network, ident: "", reason: "not-json", count: 4, lastAt, detail: "at character 7" },
  ]);
  expect(await flushed(counter)).toEqual({ stations: [], networks: [] });
});

test("details are short and contain no station key", async () => {
  const counter = createRejectCounter(secret);
  const detail = `HOME~jws_${"a".repeat(22)} ${"x".repeat(500)}`;
  counter.add({ ident: null, reason: "bad-field", detail, address: "192.0.2.1" });
  const [{ detail: shown } = { detail: "" }] = (await flushed(counter)).networks;
  expect(shown).toMatch(/^HOME x+$/);
  expect(shown).toHaveLength(200);
});

test("addresses of one IPv6 /64 are one network, whose idents are named up to 16 in an hour", async () => {
  let nowMs = 0;
  const counter = createRejectCounter(secret, () => nowMs);
  const named = new Set<string>();
  let counted = 0;
  let next = 0;
  async function flood(): Promise<void> {
    for (let n = 0; n < 100; n++) {
      const address = `2001:db8::${n.toString(16)}`;
      counter.add({ ident: `AB-${next++}`, reason: "unproven", detail: "", address });
    }
    for (const { ident, count } of (await flushed(counter)).networks) {
      named.add(ident);
      counted += count;
    }
  }
  for (let times = 0; times < 10; times++) await flood();
  expect(named.size).toBe(17);
  expect(named.has("")).toBe(true);
  expect(counted).toBe(1_000);
  nowMs = 3_600_000;
  await flood();
  expect(named.size).toBe(33);
});

test("a flood of idents from many networks adds at most 10,000 rows in an hour", async () => {
  const counter = createRejectCounter(secret, () => 0);
  const rows = new Set<string>();
  for (let round = 0; round < 20; round++) {
    for (let n = 0; n < 4_000; n++) {
      const address = `10.0.${n >> 8}.${n & 255}`;
      counter.add({ ident: `AB-${round}-${n}`, reason: "unproven", detail: "", address });
    }
    for (const { network, ident } of (await flushed(counter)).networks) {
      rows.add(`${Buffer.from(network).toString("hex")} ${ident}`);
    }
  }
  expect(rows.size).toBe(10_000);
});

test("a flood of forged addresses is counted for 5,000 networks an hour, and known ones go on", async () => {
  let nowMs = 0;
  const counter = createRejectCounter(secret, () => nowMs);
  const add = (n: number) => {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    counter.add({ ident: null, reason: "not-json", detail: "", address });
  };
  for (let n = 0; n < 20_000; n++) add(n);
  expect((await flushed(counter)).networks).toHaveLength(5_000);
  add(1);
  add(19_999);
  expect((await flushed(counter)).networks).toHaveLength(1);
  nowMs = 3_600_000;
  add(19_999);
  expect((await flushed(counter)).networks).toHaveLength(1);
});
