import {
  dumphfdlAcars,
  dumphfdlLogon,
  dumphfdlPerformance,
  dumphfdlSquitter,
} from "@jetwire/decoders/samples";
import type { ActiveChannels, FollowedGroundStations } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFeeder, type Deployment, postLines, startDeployment, until } from "../src/index.ts";

let jw: Deployment;
let key: string;

beforeAll(async () => {
  jw = await startDeployment({ gateways: 1 });
  key = (await addFeeder(jw, "alice", "XX-TEST-HFDL")).apiKey;
  await jw.database.sql`update tiers set requests_per_minute = 1000000`;
});
afterAll(() => jw[Symbol.asyncDispose]());

/** Sends frames of dumphfdl as received some seconds ago. */
async function send(agoSeconds: number, ...frames: { hfdl: object }[]): Promise<void> {
  const t = { sec: Math.floor(Date.now() / 1_000) - agoSeconds, usec: 0 };
  await postLines(
    jw,
    frames.map(({ hfdl }) => Buffer.from(JSON.stringify({ hfdl: { ...hfdl, station: "XX-TEST-HFDL", t } }))), // prettier-ignore
  );
}

function squitterOf(...khz: number[]): { hfdl: object } {
  const { hfdl } = dumphfdlSquitter;
  const freqs = khz.map((freq, id) => ({ id, freq }));
  const own = { gs: { type: "Ground station", id: 1 }, utc_sync: true, freqs };
  return { hfdl: { ...hfdl, noise_level: -40.5, spdu: { ...hfdl.spdu, gs_status: [own] } } };
}

async function active(): Promise<ActiveChannels["channels"]> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${jw.restUrl}/v1/hf/active?lat=38&lon=-121`, { headers });
  expect(response.status).toBe(200);
  return ((await response.json()) as ActiveChannels).channels;
}

test("a change of frequency is visible within a minute of the first squitter, in every form", async () => {
  // Without a message there is no station.
  await send(60, dumphfdlAcars);
  await jw.database.sql`update stations set provisional = false`;
  await send(40, squitterOf(21_934, 6_559));
  await until("the first frequencies", async () => {
    const announced = (await active()).filter(({ announcedAt }) => announcedAt !== null);
    return announced.length === 2;
  });
  const changedAtMs = Date.now();
  await send(0, squitterOf(21_934, 5_508));
  const found = await until("the change", async () => {
    const announced = (await active()).filter(({ announcedAt }) => announcedAt !== null);
    const names = announced.map(({ frequency }) => frequency).toSorted((a, b) => a - b);
    return String(names) === "5.508,21.934" && announced;
  });
  expect(Date.now() - changedAtMs).toBeLessThan(60_000);
  expect(found[0]).toMatchObject({
    groundStationId: "hfdl-1",
    groundStation: "San Francisco, California",
  });

  const followed = await fetch(`${jw.restUrl}/v1/hf/ground-stations`);
  const list = (await followed.json()) as FollowedGroundStations;
  const [one] = list.ground_stations;
  expect(one).toMatchObject({ id: 1, frequencies: { active: [5_508, 21_934] } });
  expect(Math.abs((one?.last_updated ?? 0) * 1_000 - changedAtMs)).toBeLessThan(5_000);

  const table = await (await fetch(`${jw.restUrl}/v1/hf/systable.conf`)).text();
  expect(table).toMatch(/^version: \d+\nstations: \(\n# active: 5508, 21934\n\{\n\tid: 1\n/);
  expect(table).toContain("\tfrequencies: (21934, 17919, 13276,");
});

test("a channel has the squitters, messages and reports that say that it is active", async () => {
  const { hfdl } = dumphfdlLogon;
  const { hfnpdu } = hfdl.lpdu;
  const data = [{ gs: { id: 1 }, listening_on_freqs: [{ id: 6 }], heard_on_freqs: [{ id: 6 }] }];
  const report = { hfdl: { ...hfdl, lpdu: { ...hfdl.lpdu, hfnpdu: { ...hfnpdu, freq_data: data } } } }; // prettier-ignore
  await send(0, squitterOf(21_934, 6_559), dumphfdlPerformance, report);
  const channel = await until("the evidence", async () => {
    const found = (await active()).find(
      ({ groundStationId, frequency }) => groundStationId === "hfdl-1" && frequency === 6.559,
    );
    return found !== undefined && found.reporting > 0 && found;
  });
  expect(channel).toMatchObject({ stations: 1, reporting: 1, snr: 10, distance: expect.any(Number) as number }); // prettier-ignore
  expect(channel.squitterAt).not.toBe(null);
  const traffic = await until("the traffic", async () =>
    (await active()).find(({ groundStationId }) => groundStationId === "hfdl-4"),
  );
  expect(traffic).toMatchObject({ announcedAt: null, squitterAt: null });
  expect(traffic.receptions).toBeGreaterThan(0);
});
