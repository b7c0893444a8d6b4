import { readdirSync, readFileSync } from "node:fs";
import { createNetwork } from "@jetwire/simulator";
import { decoderCorpus, describeUnless } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { publicRaw, type RawStation } from "./public-raw.ts";

const station: RawStation = { ident: "jane-1a2b3c", latitude: 50.123456, longitude: 8.654321 };
const nothing = { text: null, data: null, latitude: null, longitude: null };
const canary = "jane.canary@example.org";
const address = "203.0.113.77";

type Fields = Record<string, unknown>;

/** Names the station of a decoder's object by an e-mail, wherever its format has an ident. */
function withCanaries(value: unknown, name = ""): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value as Fields).map(([key, member]): [string, unknown] => {
    if (key === "station" || key === "station_id") return [key, canary];
    if (["avlc", "lpdu", "acars", "libacars", "isu"].includes(key)) return [key, member];
    return [key, withCanaries(member, key)];
  });
  const added = name === "app" || name === "source" ? { host: "canary-host", ip: address } : {};
  return { ...Object.fromEntries(fields), ...added };
}

/** Returns the members that differ between two objects, as paths. */
function differences(a: unknown, b: unknown, path = ""): string[] {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) {
    return Object.is(a, b) ? [] : [path];
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) =>
    differences((a as Fields)[key], (b as Fields)[key], `${path}.${key}`),
  );
}

const own = /\.(station|station_id|host|ip)$|^\.airframes\.feed/;

describe("raw as others than the owner see it", () => {
  test("over the simulator's traffic in all formats has no e-mail and no address", () => {
    const network = createNetwork({
      seed: 11,
      stations: 24,
      airframes: 100,
      junkShare: 0,
      startMs: Date.UTC(2026, 0, 1),
      ratePerSecond: 20,
    });
    const shapes = new Set<string>();
    for (let n = 0; n < 3_000; n++) {
      const given = jsonOf(network.next().bytes.toString("latin1"));
      if (given === null) continue;
      const planted = withCanaries(given) as Fields;
      const raw = JSON.stringify(planted);
      const shown = publicRaw(raw, station, nothing) ?? "";
      expect(shown).not.toMatch(/canary|example\.org|203\.0\.113/);
      expect(differences(planted, JSON.parse(shown)).filter((path) => !own.test(path))).toEqual([]);
      shapes.add(Object.keys(given).toSorted().join());
    }
    expect(shapes.size).toBeGreaterThan(8);
  });

  test.each([
    ["an e-mail in an unknown member", { note: `mail ${canary} now`, text: "x" }],
    ["an address in a URL", { via: `udp://${address}:5550` }],
    ["an IPv6 address", { app: { name: "x" }, via: "2001:db8::canary".replace("canary", "77") }],
    ["an e-mail as the name of a member", { [canary]: 1 }],
    ["the position of the antenna", { receiver: { lat: 50.123456 }, rx_lat: 50.1, gps_lon: 8.6 }],
    ["the exact position under any name", { where: [50.123456, 8.654321] }],
    ["a key of the station", { remark: `jws_${"aB1".repeat(12)}` }],
    ["the account at another service", { airframes: { feed: { id: 77 } }, payload: {} }],
    ["the name of the feeder's computer", { source: { host: "canary-host", type: "acars" } }],
    ["an object in place of the ident", { station: { id: canary, lat: 50.123456 } }],
  ])("hides %s", (_what, object) => {
    const shown = publicRaw(JSON.stringify(object), station, nothing);
    expect(shown).not.toMatch(/canary|example|203\.0|2001:db8|50\.1|8\.6|aB1|77/);
  });

  test("hides an e-mail under a name that comes twice", () => {
    const raw = `{"station_id":"${canary}","station_id":"${station.ident}","text":"A"}`;
    expect(publicRaw(raw, station, nothing)).toBe('{"station_id":"jane-1a2b3c","text":"A"}');
  });

  test("keeps what was transmitted and everybody sees in the text, byte for byte", () => {
    const text = "MAIL OPS@AIRLINE.EXAMPLE VIA 203.0.113.9";
    const raw = `{ "station_id": "jane-1a2b3c", "freq": 131.550, "app": {"ver": "1.2.3.4"}, "text": "${text}", "odd": 1 }`;
    expect(publicRaw(raw, station, { ...nothing, text })).toBe(raw);
    expect(publicRaw(raw, station, nothing)).not.toContain("OPS@");
  });

  test("takes time in proportion to the length", () => {
    const long = JSON.stringify({ a: `${"x@".repeat(100_000)}y ${"1.".repeat(100_000)}` });
    expect(publicRaw(long, station, nothing)).toBe(`{"a":"[hidden] ${"1.".repeat(100_000)}"}`);
  });
});

describeUnless(decoderCorpus.missing, "the corpus", () => {
  test("shows nothing of its stations but the public ident, and all else", () => {
    let lines = 0;
    for (const file of readdirSync(decoderCorpus.folder)) {
      if (!/^(acarsdec|vdlm2dec|dumpvdl2|dumphfdl|iridium-toolkit)\.ndjson$/.test(file)) continue;
      for (const line of readFileSync(new URL(file, decoderCorpus.folder), "utf8").split("\n")) {
        if (line === "") continue;
        const raw = JSON.stringify(withCanaries(JSON.parse(line)));
        const shown = publicRaw(raw, station, nothing) ?? "";
        expect(shown).not.toMatch(/canary|example\.org|203\.0\.113/);
        const changed = differences(JSON.parse(raw), JSON.parse(shown));
        expect(changed.filter((path) => !own.test(path))).toEqual([]);
        lines++;
      }
    }
    expect(lines).toBeGreaterThan(5_000);
  });
});

function jsonOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}
