import { hfdlGroundStations } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createNetwork } from "../network.ts";

interface Side {
  readonly type: string;
  readonly id: number;
  readonly ac_info?: { readonly icao: string };
}

interface Frame {
  readonly freq: number;
  readonly lpdu?: {
    readonly src: Side;
    readonly dst: Side;
    readonly type: { readonly id: number };
    readonly ac_info?: { readonly icao: string };
    readonly assigned_ac_id?: number;
    readonly hfnpdu?: {
      readonly systable_complete?: { readonly ground_stations: readonly object[] };
    };
  };
  readonly spdu?: {
    readonly src: Side;
    readonly gs_status: readonly { gs: Side; freqs: readonly { freq: number }[] }[];
  };
}

function framesOf(receptions: number, hfdlPeriodMs?: number): Frame[] {
  const network = createNetwork({
    seed: 7,
    stations: 24,
    airframes: 60,
    junkShare: 0,
    startMs: Date.UTC(2026, 0, 1),
    ratePerSecond: 50,
    hfdlPeriodMs,
  });
  const frames: Frame[] = [];
  for (let taken = 0; taken < receptions; taken++) {
    const text = Buffer.from(network.next().bytes).toString("latin1");
    if (text.startsWith(`{"hfdl":`)) frames.push((JSON.parse(text) as { hfdl: Frame }).hfdl);
  }
  return frames;
}

const frames = framesOf(30_000);

test("a number of HFDL is that of the aircraft whose logon was confirmed with it", () => {
  const numbers = new Map<string, string>();
  let compared = 0;
  const wrong: Frame[] = [];
  for (const frame of frames) {
    const { lpdu } = frame;
    if (lpdu === undefined) continue;
    const [aircraft, ground] =
      lpdu.src.type === "Aircraft" ? [lpdu.src, lpdu.dst] : [lpdu.dst, lpdu.src];
    const channel = `${ground.id}/${frame.freq}`;
    if (lpdu.assigned_ac_id !== undefined) {
      numbers.set(`${channel}/${lpdu.assigned_ac_id}`, lpdu.ac_info?.icao ?? "");
    }
    const known = numbers.get(`${channel}/${aircraft.id}`);
    if (known === undefined || aircraft.ac_info === undefined) continue;
    compared++;
    if (known !== aircraft.ac_info.icao) wrong.push(frame);
  }
  expect(compared).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test("squitters report frequencies that their ground stations have, and tables all of them", () => {
  const byId = new Map(hfdlGroundStations.map((ground) => [ground.id, ground]));
  const reported = frames.flatMap(({ spdu }) => spdu?.gs_status ?? []);
  expect(new Set(reported.map(({ gs }) => gs.id)).size).toBe(16);
  for (const { gs, freqs } of reported) {
    expect(freqs).toHaveLength(2);
    expect(byId.get(gs.id)?.frequenciesKhz).toEqual(
      expect.arrayContaining(freqs.map(({ freq }) => freq)),
    );
  }
  const tables = frames.flatMap(({ lpdu }) => lpdu?.hfnpdu?.systable_complete ?? []);
  expect(tables[0]?.ground_stations).toHaveLength(16);
});

/** Counts the channels of frames between aircraft and ground stations. */
function channelsOf(of: readonly Frame[]): number {
  const channels = of.flatMap(({ lpdu, freq }) => {
    if (lpdu === undefined) return [];
    return [`${(lpdu.src.type === "Aircraft" ? lpdu.dst : lpdu.src).id}/${freq}`];
  });
  return new Set(channels).size;
}

test("a ground station is on a few frequencies only, and after the period on others", () => {
  const active = 2 * hfdlGroundStations.length;
  const steady = channelsOf(frames);
  expect(steady).toBeGreaterThan(active / 2);
  expect(steady).toBeLessThanOrEqual(active);
  // Aircraft that are logged on do not stay behind: what they send after a change is on the new frequencies.
  const minuteMs = 60_000;
  const changed = framesOf(20_000, minuteMs);
  const last = changed.slice(-60);
  expect(channelsOf(changed)).toBeGreaterThan(active);
  expect(channelsOf(last)).toBeLessThanOrEqual(active);
});
