import type { RestClient } from "@jetwire/client";
import { type LineServer, serveLines } from "@jetwire/relay";
import type { HttpListener, Logger } from "@jetwire/runtime";
import type { BridgeConfig } from "../config/bridge-config.ts";
import type { Received } from "../received.ts";
import { createAddresses } from "./addresses.ts";
import { createAircraftTable } from "./aircraft-table.ts";
import { isOfAircraft, observationOf } from "./observation.ts";
import { sbsLines } from "./sbs.ts";
import { serveAircraft } from "./serve-aircraft.ts";

/** Messages whose address is being asked for. */
const askedMax = 1_000;

export type AircraftOutputs = Awaited<ReturnType<typeof openAircraft>>;

/** Opens the outputs of aircraft: BaseStation lines and `aircraft.json`. They have what comes, and lose it with the process. */
export async function openAircraft(
  { sbs, aircraft }: Pick<BridgeConfig, "sbs" | "aircraft">,
  rest: RestClient,
  log: Logger,
) {
  await using stack = new AsyncDisposableStack();
  const addressOf = createAddresses(rest, log);
  const table = createAircraftTable();
  const lines: LineServer | null = sbs ? stack.use(await serveLines(sbs, log)) : null;
  const http: HttpListener | null = aircraft
    ? stack.use(await serveAircraft(aircraft, table))
    : null;
  const counts = { positions: 0, withoutAddress: 0 };
  let asked = 0;

  async function find(received: Received): Promise<void> {
    asked++;
    const hex = await addressOf(received);
    asked--;
    if (hex === null) {
      counts.withoutAddress++;
      return;
    }
    const nowMs = Date.now();
    const observation = observationOf(received, hex, nowMs);
    const isNew = table.add(observation, nowMs);
    if (isNew) counts.positions++;
    lines?.write(sbsLines(isNew ? observation : { ...observation, position: null }, nowMs));
  }

  const opened = stack.move();
  return {
    ports: { sbs: lines?.port ?? null, aircraft: http?.port ?? null },
    add(received: Received): void {
      if (!isOfAircraft(received)) return;
      if (asked >= askedMax) counts.withoutAddress++;
      // It never rejects: what cannot be found is counted.
      else void find(received);
    },
    get state() {
      return { ...counts, aircraft: table.size, sbsClients: lines?.clients ?? null };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
