/** Ground stations and logons in real lines of real decoders, where the machine has them. */
import { readFileSync } from "node:fs";
import { type DecodedMessage, readHfdlLogon, readObject, readSightings } from "@jetwire/decoders";
import { createRedisOpener, openStores, emptyNamespace } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { decoderCorpus, describeUnless, randomNamespace } from "@jetwire/testbed";
import { expect, inject, it } from "vitest";
import { createHfdlLogons } from "../src/ground/hfdl-logons.ts";

interface Read {
  readonly value: unknown;
  readonly message: DecodedMessage;
  readonly isMessage: boolean;
}

function readLines(decoder: string): Read[] {
  const text = readFileSync(new URL(`${decoder}.ndjson`, decoderCorpus.folder), "utf8");
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    const value: unknown = JSON.parse(line);
    const result = readObject(value);
    if (result.status === "rejected") return [];
    return [{ value, message: result.message, isMessage: result.status === "decoded" }];
  });
}

/** Counts what the lines of a decoder say about ground stations. */
function tally(decoder: string) {
  const lines = readLines(decoder);
  const sightings = lines.flatMap(({ value, message }) => readSightings(value, message));
  const named = (of: typeof sightings) => new Set(of.map(({ address }) => address)).size;
  return {
    groundStations: named(sightings),
    received: named(sightings.filter(({ isReceived }) => isReceived)),
    names: named(sightings.filter(({ name }) => name !== null)),
    positions: named(sightings.filter(({ latitude }) => latitude !== null)),
    frequencies: new Set(
      sightings.flatMap(({ address, frequenciesKhz }) =>
        frequenciesKhz.map((khz) => `${address} ${khz}`),
      ),
    ).size,
    sightings: sightings.length,
  };
}

/** Returns messages with the address that a logon gives them, taken one by one as they came. */
async function withAddresses(lines: readonly Read[]) {
  const redis = await createRedisOpener(
    inject("redisUrl"),
    createLogger("test", "silent"),
    createMetrics({}),
  ).open("append");
  const { hfdlIds, keys } = openStores(redis, randomNamespace());
  // The lines are years old: their own times are used.
  const clock = { aheadMsMax: 0, behindMsMax: Number.MAX_SAFE_INTEGER };
  const logons = createHfdlLogons(hfdlIds, clock);
  const found = new Map<DecodedMessage, string | undefined>();
  for (const { value, message, isMessage } of lines) {
    const logon = readHfdlLogon(value, message);
    if (logon !== null) logons.add(logon, message, message.stationTimeMs ?? 0);
    if (!isMessage) continue;
    const entry = { seq: 1, id: "", stationId: 1, acceptedAtMs: Date.now(), authenticated: null };
    const journaled = { entry: { ...entry, raw: "" }, decoded: message };
    found.set(message, (await logons.addressesOf([journaled])).get(journaled));
  }
  await emptyNamespace(redis, keys.namespace);
  await redis[Symbol.asyncDispose]();
  return found;
}

describeUnless(decoderCorpus.missing, "ground stations in the corpus", () => {
  it("are found in the lines of each decoder", () => {
    const decoders = ["dumphfdl", "dumpvdl2", "vdlm2dec", "acarsdec", "iridium-toolkit"];
    const table = Object.fromEntries(decoders.map((decoder) => [decoder, tally(decoder)]));
    console.table(table);
    // All ground stations of HFDL, each with its position; the frequencies of the rest of the day differ.
    expect(table["dumphfdl"]).toMatchObject({ groundStations: 16, names: 16, positions: 16 });
    expect(table["dumphfdl"]?.frequencies).toBeGreaterThan(60);
    expect(table["dumpvdl2"]).toMatchObject({ groundStations: 99, names: 2, positions: 4 });
    expect(table["vdlm2dec"]).toMatchObject({ groundStations: 2 });
    expect(table["acarsdec"]).toMatchObject({ groundStations: 0 });
  });

  it("name more aircraft of HFDL after logons, and none that a decoder or a tail contradicts", async () => {
    const lines = readLines("dumphfdl");
    const found = await withAddresses(lines);
    const messages = [...found];
    const before = messages.filter(([{ icao }]) => icao !== null).length;
    const added = messages.filter(([, address]) => address !== undefined);
    console.table({
      messages: messages.length,
      "with an address before": before,
      "with an address after": before + added.length,
    });
    expect(added.length).toBeGreaterThan(50);
    expect(added.every(([{ icao }]) => icao === null)).toBe(true);
    // Each tail has the address with which a decoder named it elsewhere in the file.
    const sent = new Map(messages.map(([{ tail, icao }]) => [icao === null ? null : tail, icao]));
    const checked = added.filter(([{ tail }]) => tail !== null && sent.has(tail));
    console.table({ "tails to compare": checked.length });
    expect(checked.filter(([{ tail }, address]) => sent.get(tail) !== address)).toEqual([]);
  });
});
