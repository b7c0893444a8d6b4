/**
 * Finds the blocks of messages of several blocks. The key of a whole and the order of its blocks follow
 * ARINC 618 as libacars reads it: a downlink by registration, label and the first three characters of
 * the message number, in the order of the fourth; an uplink by block ids, which have no number.
 */
import { hash } from "node:crypto";
import type { DecodedMessage } from "@jetwire/decoders";
import { type Block, wholeBytesMax } from "@jetwire/redis";
import type { LinkRequest } from "./link-request.ts";

/** The longest text of a block, with a margin: a longer one that its decoder did not join is none. */
const blockCharsMax = 256;

/** The lengths of blocks that more blocks follow, for decoders whose `end` a relay has removed. */
const fullBlockChars: ReadonlySet<number> = new Set([176, 206, 220]);

/** How far apart the blocks of one message are at most, ms, as in libacars. */
const timeouts: Readonly<Record<string, { downlink: number; uplink: number }>> = {
  acars: { downlink: 660_000, uplink: 90_000 },
  vdl: { downlink: 660_000, uplink: 90_000 },
  hfdl: { downlink: 1_260_000, uplink: 370_000 },
  "aero-acars": { downlink: 1_260_000, uplink: 280_000 },
  "iridium-acars": { downlink: 1_260_000, uplink: 280_000 },
};

/** Empty acknowledgements have block ids outside the sequence. */
const emptyLabel = "_d";
const timeMsMax = 10 ** 13;

/** Returns the block of a message; null if it is a message of a single block, or no block. */
export function toBlock({ decoded, entry, linkable }: LinkRequest): Block | null {
  const { label, assembly, linkDirection, sourceType } = decoded;
  const aircraft = decoded.tail?.replaceAll("-", "") ?? decoded.icao ?? "";
  const timeout = timeouts[sourceType];
  if (decoded.kind !== "acars" || label === null || label === emptyLabel || aircraft === "") {
    return null;
  }
  if (timeout === undefined || linkDirection === null) return null;
  if (linkable.timeMs <= 0 || linkable.timeMs >= timeMsMax) return null;
  const text = decoded.text?.slice(decoded.headChars) ?? "";
  const more = hasMore(decoded);
  const position =
    linkDirection === "downlink" ? positionOfDownlink(decoded) : positionOfUplink(decoded);
  const isJoined = assembly?.status === "complete";
  if (position === null || more === null || text === "") return null;
  if (linkDirection === "downlink" && position.number === 1 && !more) return null;
  if (isJoined ? Buffer.byteLength(text) > wholeBytesMax : text.length > blockCharsMax) return null;
  const { number, wrapsAfter } = position;
  return {
    id: entry.id,
    wholeKey: hash(
      "sha1",
      `${linkDirection}|${aircraft}|${label}|${position.message}`,
      "base64url",
    ).slice(0, 16),
    aircraft,
    groupKey: linkable.groupKey,
    stationId: entry.stationId,
    timeMs: linkable.timeMs,
    timeoutMs: timeout[linkDirection],
    number,
    wrapsAfter,
    more,
    isJoined,
    text,
  };
}

interface Position {
  /** The message that the block belongs to, among those of its aircraft and label; "" of an uplink. */
  readonly message: string;
  readonly number: number;
  readonly wrapsAfter: number;
}

function positionOfDownlink({
  assembly,
  messageNumber,
  moreBlocks,
}: DecodedMessage): Position | null {
  const number = numberOf(messageNumber?.[3], 16);
  if (messageNumber === null || number === null) return null;
  // JAERO sends wholes only, under the number of one block.
  if (assembly?.status === "complete" && moreBlocks === null) return null;
  return { message: messageNumber.slice(0, 3), number, wrapsAfter: 0 };
}

/** Block ids of uplinks continue after `Z` in mode 2; otherwise `X` to `Z` are for acknowledgements. */
function positionOfUplink({ blockId, mode, moreBlocks }: DecodedMessage): Position | null {
  const wrapsAfter = mode === "2" ? 26 : 23;
  const number = numberOf(blockId ?? undefined, wrapsAfter);
  return number === null || moreBlocks === null ? null : { message: "", number, wrapsAfter };
}

function numberOf(letter: string | undefined, max: number): number | null {
  const number = (letter?.charCodeAt(0) ?? 0) - 0x40;
  return number >= 1 && number <= max ? number : null;
}

/** Whether more blocks follow; null if that is unknown and cannot be seen from the length of the text. */
function hasMore({ moreBlocks, source, text, messageNumber }: DecodedMessage): boolean | null {
  if (moreBlocks !== null) return moreBlocks;
  // SatDump's last block is no block, and JAERO sends none.
  if ((source !== "acarsdec" && source !== "vdlm2dec") || messageNumber === null) return null;
  return fullBlockChars.has(text?.length ?? 0);
}
