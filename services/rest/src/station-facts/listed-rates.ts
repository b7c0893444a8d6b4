import * as db from "@jetwire/db";
import type { ListedStation } from "@jetwire/protocol";
import { Cache } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

/** Messages of a station that its rates in a list are computed from. A list has up to 100 stations. */
const sampledMax = 200;
/** Shorter than the time after which the web page asks again. */
const ttlMs = 20_000;
const pagesMax = 200;

type Rates = NonNullable<ListedStation["rates"]>;

/** Adds their rates to the stations of a page. @throws AppError `unavailable` without Postgres */
export type AddRates = (stations: readonly ListedStation[]) => Promise<ListedStation[]>;

/**
 * Reads the rates of a page of stations by two queries, once for all who read the same page: they look at up to
 * 20,000 messages.
 */
export function createListedRates(read: Read): AddRates {
  const pages = new Cache({
    entriesMax: pagesMax,
    ttlMs,
    fetch: async (ids: string) => await readRates(read, ids.split(",").map(Number)),
  });
  return async (stations) => {
    if (stations.length === 0) return [];
    const ratesOf = await pages.get(stations.map(({ id }) => id).join(","));
    return stations.map((station) => {
      const rates = ratesOf.get(station.id);
      return rates === undefined ? station : { ...station, rates };
    });
  };
}

async function readRates(read: Read, ids: readonly number[]): Promise<Map<number, Rates>> {
  const nowMs = Date.now();
  const samples = await read((sql) =>
    db.stationActivity.readStationSamples(sql, ids, nowMs, sampledMax),
  );
  const usual = await read((sql) => db.messages.usualPerHourOf(sql, ids, nowMs));
  return new Map(
    [...samples].map(([id, sample]) => {
      const { sampled, later } = sample;
      const lastHour = db.stationActivity.messagesOfLastHour(sample, nowMs, sampledMax);
      return [
        id,
        {
          messagesPerHour: { ...lastHour, usual: usual.get(id) ?? null },
          laterShare: sampled === 0 ? null : later / sampled,
        },
      ];
    }),
  );
}
