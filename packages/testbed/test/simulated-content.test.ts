import { createContentReader, readObject } from "@jetwire/decoders";
import { createNetwork } from "@jetwire/simulator";
import { expect, test } from "vitest";

const network = createNetwork({
  seed: 21,
  stations: 24,
  airframes: 150,
  junkShare: 0,
  startMs: Date.UTC(2026, 0, 1),
  ratePerSecond: 20,
});

type Reception = ReturnType<typeof network.next>;

/** Skips no text for lack of time, because its clock stands still. */
const readContent = createContentReader({ texts: { now: () => 0 } });

const receptions = Array.from({ length: 30_000 }, () => network.next());

/** Receptions whose decoder decoded an application, with what a reader makes of them. */
const story = receptions.flatMap((reception) => {
  const { expected } = reception.truth;
  if (expected === null || expected.application === null) return [];
  const read = readObject(objectOf(reception));
  if (read.status !== "decoded")
    throw new Error(`no message: ${reception.bytes.toString("latin1")}`);
  const members = readContent(read.message, expected.receivedAtMs);
  return [{ reception, expected, application: expected.application, members }];
});

function objectOf({ bytes, station }: Reception): unknown {
  const text = bytes.toString(station.decoder.startsWith("jaero") ? "latin1" : "utf8");
  return JSON.parse(text.replace(`"level":-inf`, `"level":null`));
}

test("every application that a simulated decoder decodes is put into words", () => {
  const kinds = new Set<string>();
  const descriptions: Record<string, Set<string>> = {};
  for (const { reception, application, members } of story) {
    expect(members.decoded).toMatchObject({ by: "decoder", application, level: "full" });
    kinds.add(`${application} ${reception.station.decoder}`);
    (descriptions[application] ??= new Set()).add(members.decoded?.description ?? "");
  }
  const expectedKinds = ["atn-cpdlc dumpvdl2", "atn-cm dumpvdl2", "cpdlc satdump"];
  for (const decoder of ["acarsdec-3", "acarsdec-4", "dumpvdl2", "dumphfdl", "jaero-jsondump"]) {
    expectedKinds.push(
      `adsc ${decoder}`,
      `cpdlc ${decoder}`,
      `media-advisory ${decoder}`,
      `miam ${decoder}`,
    );
  }
  expect([...kinds]).toEqual(expect.arrayContaining(expectedKinds));
  for (const words of Object.values(descriptions)) {
    expect([...words]).not.toContain("");
    expect(words.size).toBeGreaterThan(3);
  }
});

test("the text of a message without a tree says what the tree says", () => {
  const counts: Record<string, number> = {};
  for (const { reception, expected, application, members } of story) {
    const read = readObject(objectOf(reception));
    if (read.status !== "decoded" || application.startsWith("atn")) continue;
    // SatDump and iridium-toolkit print no text of what they decoded.
    if (read.message.text === null) continue;
    const bare = { ...read.message, applications: null };
    const { decoded } = readContent(bare, expected.receivedAtMs);
    expect({ text: bare.text, decoded }).toEqual({
      text: bare.text,
      decoded: { ...members.decoded, by: "text", decoder: "jetwire" },
    });
    counts[application] = (counts[application] ?? 0) + 1;
  }
  for (const application of ["adsc", "cpdlc", "media-advisory", "miam"]) {
    expect(counts[application] ?? 0).toBeGreaterThan(20);
  }
});

test("positions of the content are those that were sent", () => {
  const located = story.filter(({ expected }) => expected.latitude !== null);
  expect(located.length).toBeGreaterThan(100);
  for (const { expected, members } of located) {
    expect(members.latitude).toBeCloseTo(expected.latitude ?? Number.NaN, 2);
    expect(members.longitude).toBeCloseTo(expected.longitude ?? Number.NaN, 2);
    expect(members.altitude).toBe(expected.altitude);
  }
});

test("a logon over the ATN gives flight and airports", () => {
  const logons = story.filter(({ expected }) => expected.kind === "logon");
  expect(logons.length).toBeGreaterThan(3);
  for (const { expected, members } of logons) {
    const { flightNumber, departingAirport, destinationAirport } = expected;
    expect(members).toMatchObject({ flightNumber, departingAirport, destinationAirport });
  }
});

test("texts of positions, movements and expected times are read with what they say", () => {
  const read = new Map<string, number>();
  for (const reception of receptions) {
    const { expected } = reception.truth;
    const result = readObject(objectOf(reception));
    if (expected === null || result.status !== "decoded") continue;
    const { label, decoded, times, latitude } = readContent(result.message, expected.receivedAtMs);
    if (decoded === null || (times === null && latitude === null)) continue;
    read.set(label ?? "", (read.get(label ?? "") ?? 0) + 1);
  }
  expect([...read.keys()].toSorted()).toEqual(
    expect.arrayContaining(["16", "21", "5Z", "80", "H1", "QQ"]),
  );
});
