import { hash } from "node:crypto";
import * as db from "@jetwire/db";
import type { KnownAirframe, KnownFlight, RunQueries } from "@jetwire/db";
import { type AirlineCodes, flightKey, pastMessageId } from "@jetwire/protocol";
import type { OfferedMessage } from "./offered-message.ts";
import { receptionKey } from "./reception-key.ts";

/** A message whose station is known. */
export interface StationMessage extends OfferedMessage {
  readonly stationId: number;
  readonly line: number;
}

/** A message with its id, its airframe and its flight. */
export interface LinkedMessage extends StationMessage {
  readonly id: string;
  readonly airframeId: string | null;
  readonly flightId: string | null;
  readonly flightKey: string | null;
}

/** Limits errors as ingest does: a wrong tail or address must not make an airframe. */
const errorsToCreateAirframe = 1;
const tailPattern = /^[A-Z0-9-]{2,10}$/;
const dayMs = 86_400_000;
/** Bounds a flight as ingest does: the same airframe and flight number within 12 hours is one flight. */
const flightMs = 12 * 3_600_000;
/** Bounds a link as ingest does: a message without a flight number belongs to the flight of its airframe within an hour. */
const flyingMs = 3_600_000;

/**
 * Gives messages their ids, airframes and flights, as ingest does for live ones: those that are stored, else new ones with the ids that
 * ingest would make. The id of a message follows from its station, time and content, so that it is the same in each run.
 */
export async function linkMessages(
  run: RunQueries,
  batch: readonly StationMessage[],
  airlines: AirlineCodes,
): Promise<LinkedMessage[]> {
  const tails = batch.map(tailOf).filter((tail) => tail !== "");
  const addresses = batch.map(({ icao }) => icao).filter((icao) => icao !== null);
  const airframes = createAirframes(
    await run((sql) => db.pastMessages.listAirframes(sql, { addresses, tails })),
  );
  const onAirframes = batch.map((message) => ({
    ...message,
    ...airframes.of(message),
    ...keyOf(message, airlines),
  }));
  const times = batch.map(({ timeMs }) => timeMs);
  const names = {
    airframeIds: [
      ...new Set(onAirframes.map(({ airframeId }) => airframeId).filter((id) => id !== null)),
    ],
    flightKeys: [...new Set(onAirframes.map((one) => one.flightKey).filter((key) => key !== null))],
  };
  const range = { fromMs: Math.min(...times) - flightMs, toMs: Math.max(...times) + flightMs };
  const flights = createFlights(await run((sql) => db.pastMessages.listFlights(sql, names, range)));
  return onAirframes.map((message) => ({
    ...message,
    id: idOf(message),
    flightId: flights.of(message),
  }));
}

function idOf({ exported, stationId, timeMs, members }: StationMessage): string {
  if (exported !== null) return exported.id;
  return pastMessageId(
    timeMs,
    hash("sha256", `${stationId}|${timeMs}|${receptionKey(members)}`, "hex"),
  );
}

function tailOf({ members: { tail } }: OfferedMessage): string {
  return tail !== null && tailPattern.test(tail) ? tail : "";
}

function keyOf({ members: { flightNumber } }: OfferedMessage, airlines: AirlineCodes) {
  return { flightKey: flightNumber === null ? null : flightKey(flightNumber, airlines) };
}

function createAirframes(known: readonly KnownAirframe[]) {
  const byIcao = new Map<string, string>();
  const byTail = new Map<string, KnownAirframe>();
  const add = (one: KnownAirframe): void => {
    if (one.icao !== null && !byIcao.has(one.icao)) byIcao.set(one.icao, one.id);
    const plain = one.tail?.replaceAll("-", "");
    if (plain !== undefined && !byTail.has(plain)) byTail.set(plain, one);
  };
  for (const one of known) add(one);
  return {
    of(message: StationMessage): { airframeId: string | null } {
      const { icao } = message;
      const tail = tailOf(message);
      const ofTail = byTail.get(tail.replaceAll("-", ""));
      const found =
        icao === null
          ? ofTail?.id
          : (byIcao.get(icao) ?? (ofTail?.icao === null ? ofTail.id : undefined));
      if (found !== undefined) return { airframeId: found };
      const identity = icao ?? tail;
      if (identity === "" || (message.members.error ?? 0) > errorsToCreateAirframe)
        return { airframeId: null };
      const id = db.stableIds.ofAirframe(identity);
      add({ id, icao, tail: tail || null });
      return { airframeId: id };
    },
  };
}

/** A flight and when it was received, Unix ms. */
interface Received {
  readonly id: string;
  readonly flightKey: string;
  fromMs: number;
  toMs: number;
}

function createFlights(known: readonly KnownFlight[]) {
  const byAirframe = new Map<string, Received[]>();
  const ofAirframe = (airframeId: string | null): Received[] => {
    const name = airframeId ?? "";
    const all = byAirframe.get(name) ?? [];
    byAirframe.set(name, all);
    return all;
  };
  for (const { id, flightKey: key, airframeId, firstReceivedAt, lastReceivedAt } of known) {
    const [fromMs, toMs] = [Date.parse(firstReceivedAt), Date.parse(lastReceivedAt)];
    ofAirframe(airframeId).push({ id, flightKey: key, fromMs, toMs });
  }
  return {
    of(message: Omit<LinkedMessage, "id" | "flightId">): string | null {
      const { airframeId, timeMs, flightKey: key } = message;
      const all = ofAirframe(airframeId);
      if (key === null) {
        if (airframeId === null) return null;
        return nearest(all, timeMs, flyingMs)?.id ?? null;
      }
      const found = nearest(
        all.filter((one) => one.flightKey === key),
        timeMs,
        flightMs,
      );
      if (found !== undefined) {
        found.fromMs = Math.min(found.fromMs, timeMs);
        found.toMs = Math.max(found.toMs, timeMs);
        return found.id;
      }
      const identity = message.icao ?? tailOf(message);
      const id = db.stableIds.ofFlight(identity, key, Math.floor(timeMs / dayMs));
      all.push({ id, flightKey: key, fromMs: timeMs, toMs: timeMs });
      return id;
    },
  };
}

/** Returns the flight that was received closest to a time, within `msMax`. */
function nearest(
  flights: readonly Received[],
  timeMs: number,
  msMax: number,
): Received | undefined {
  const apart = ({ fromMs, toMs }: Received) => Math.max(0, fromMs - timeMs, timeMs - toMs);
  const [first] = flights.toSorted((a, b) => apart(a) - apart(b));
  return first !== undefined && apart(first) <= msMax ? first : undefined;
}
