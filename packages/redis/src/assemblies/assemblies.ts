import { hash } from "node:crypto";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const script = loadScript(new URL("./join.lua", import.meta.url));

/** The longest text of a whole, and of all blocks of an open whole, bytes. */
export const wholeBytesMax = 16_384;
/** Wholes that are opened within ten minutes for one station and for one aircraft. */
const stationWholesMax = 1_000;
const aircraftWholesMax = 100;
const windowSeconds = 600;

/** A block of a message of several blocks. */
export interface Block {
  /** The id of its message. */
  readonly id: string;
  /** Equal for all blocks of one message, in all receptions. */
  readonly wholeKey: string;
  readonly aircraft: string;
  /** The key of its transmission, as linking has it; "" for none. */
  readonly groupKey: string;
  readonly stationId: number;
  readonly timeMs: number;
  /** How far apart the blocks of one message are at most, ms. */
  readonly timeoutMs: number;
  /** Counts from 1: the blocks of a downlink, or the letters of an uplink's block ids. */
  readonly number: number;
  /** The number after which those of uplinks continue with 1; 0 for a downlink. */
  readonly wrapsAfter: number;
  /** Whether more blocks follow. */
  readonly more: boolean;
  /** Whether the decoder has joined all blocks to the text. */
  readonly isJoined: boolean;
  readonly text: string;
}

/** A whole that a block completes. */
export interface JoinedWhole {
  /** The group ids of its blocks, in order; those before the first reception of a joined text may be missing. */
  readonly partIds: readonly string[];
  /** The stations whose receptions the text is made of. */
  readonly stationIds: readonly number[];
  readonly text: string;
  /** Whether the decoder joined it. */
  readonly byDecoder: boolean;
}

/** `limited`: too many blocks or wholes are open, so the block is in no whole. */
export interface JoinResult {
  readonly status: "whole" | "opened" | "kept" | "limited" | "none";
  readonly whole: JoinedWhole | null;
}

/** The open wholes of all stations. */
export function createAssemblies(redis: RedisClient, keys: Keys) {
  const { wholePrefix, groupPrefix, wholeCountPrefix } = keys.link;
  return {
    /**
     * Adds blocks to their wholes, in order, in one round trip; adding the same blocks again changes
     * nothing and returns the same wholes. Call it right after linking the same messages, without
     * waiting for the answer.
     *
     * @returns one result per block
     * @throws when Redis does not answer in time: join the same again.
     */
    async join(blocks: readonly Block[]): Promise<JoinResult[]> {
      if (blocks.length === 0) return [];
      const args: (string | number)[] = [wholeBytesMax, stationWholesMax, aircraftWholesMax];
      args.push(windowSeconds);
      for (const block of blocks) {
        args.push(block.id, block.wholeKey, block.aircraft, block.groupKey, block.stationId);
        args.push(block.timeMs, block.timeoutMs, block.number, block.wrapsAfter);
        args.push(block.more ? 1 : 0, block.isJoined ? 1 : 0, block.text);
        args.push(block.isJoined ? hash("sha1", block.text) : "");
      }
      const scriptKeys = [wholePrefix, groupPrefix, wholeCountPrefix];
      const reply = (await script.run(redis, scriptKeys, args)) as string[];
      return blocks.map((block, index) => toResult(block, reply.slice(index * 4, index * 4 + 4)));
    },
  };
}

function toResult(block: Block, reply: readonly string[]): JoinResult {
  const [status = "", parts = "", stations = "", text = ""] = reply;
  if (status !== "whole") {
    return { status: (status || "none") as JoinResult["status"], whole: null };
  }
  const whole = {
    partIds: parts.split(","),
    stationIds: stations.split(",").map(Number),
    text: block.isJoined ? block.text : text,
    byDecoder: block.isJoined,
  };
  return { status, whole };
}
