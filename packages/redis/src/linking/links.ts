import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";
import { airframesMax } from "./airframes.ts";

const script = loadScript(new URL("./link.lua", import.meta.url));

/** The same object from a station within this time is a retry or came by a second relay. */
const repeatSeconds = 600;
/** Equal content from one station within this time is one burst on neighbouring channels. */
export const burstWindowMs = 1_000;
/** Equal content from several stations within this message time is one transmission. */
const groupWindowMs = 3_000;

/** The properties of a message that linking uses; "" stands for "none". */
export interface Linkable {
  readonly id: string;
  readonly repeatKey: string;
  readonly burstKey: string;
  readonly groupKey: string;
  readonly timeMs: number;
  readonly icao: string;
  readonly tail: string;
  readonly flightKey: string;
  /** The id of the airframe if this message is its first; "" to create none. */
  readonly freshAirframeId: string;
  readonly freshFlightId: string;
}

export type LinkResult =
  | {
      readonly status: "new";
      readonly groupId: string;
      readonly first: boolean;
      readonly airframeId: string | null;
      readonly flightId: string | null;
    }
  /** A duplicate: the same object again, or the same burst on another channel. */
  | {
      readonly status: "repeat" | "burst";
      /** The message that is kept; null if that is unknown. */
      readonly keptId: string | null;
    };

/** Duplicates, transmissions, airframes and flights of messages. */
export function createLinks(redis: RedisClient, keys: Keys) {
  const { link } = keys;
  const scriptKeys = [
    link.repeatPrefix,
    link.burstPrefix,
    link.groupPrefix,
    link.flightPrefix,
    link.airframesByIcao,
    link.airframesByTail,
  ];
  return {
    /**
     * Links a batch in one round trip, in order; linking the same ids again changes nothing.
     *
     * @param limits how many airframes are remembered, by address and by tail
     * @returns one result per message
     * @throws when Redis does not answer in time: link the same again.
     */
    async link(
      messages: readonly Linkable[],
      limits: { readonly airframesMax: number } = { airframesMax },
    ): Promise<LinkResult[]> {
      const args: (string | number)[] = [repeatSeconds, burstWindowMs, groupWindowMs];
      args.push(limits.airframesMax);
      for (const m of messages) {
        args.push(m.id, m.repeatKey, m.burstKey, m.groupKey, m.timeMs);
        args.push(m.icao, m.tail, m.flightKey, m.freshAirframeId, m.freshFlightId);
      }
      const reply = (await script.run(redis, scriptKeys, args)) as string[];
      return messages.map((_, index) => toResult(reply.slice(index * 5, index * 5 + 5)));
    },
  };
}

function toResult([status, groupId = "", first, airframe, flight]: string[]): LinkResult {
  if (status === "repeat" || status === "burst") return { status, keptId: groupId || null };
  return {
    status: "new",
    groupId,
    first: first === "1",
    airframeId: airframe === "" ? null : (airframe ?? null),
    flightId: flight === "" ? null : (flight ?? null),
  };
}
