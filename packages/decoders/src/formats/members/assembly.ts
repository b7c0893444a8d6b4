/**
 * The part that a block has in a message of several blocks, as decoders report it. A message of a
 * single block has none.
 */
import type { Assembly } from "@jetwire/protocol";
import type { MessageDraft } from "../decoded-message.ts";
import { type Fields, fieldsOf, headerText } from "../fields.ts";

/** The longest text that one block has. A longer one was joined by the decoder. */
const blockCharsMax = 220;

/** The names that libacars gives its states, which acarsdec, dumpvdl2 and dumphfdl print. */
const statuses: ReadonlyMap<string | null, Assembly["status"]> = new Map([
  ["complete", "complete"],
  ["in progress", "in-progress"],
  ["skipped", "skipped"],
  ["duplicate", "duplicate"],
  ["out of sequence", "out-of-sequence"],
  ["unknown", "unknown"],
  ["invalid args", "unknown"],
]);

/** Says whether more blocks follow, by status. Blocks of the other statuses can be any. */
const moreByStatus: ReadonlyMap<Assembly["status"], boolean> = new Map([
  ["in-progress", true],
  ["complete", false],
  ["skipped", false],
]);

export interface ReportedAssembly {
  /** The status of the reassembly as the decoder names it. */
  readonly status?: unknown;
  /** Whether more blocks follow; null if the object does not say. */
  readonly more: boolean | null;
}

/** Sets the part of a block. Message number and text must be set. */
export function setAssembly(draft: MessageDraft, reported: ReportedAssembly): void {
  const status = statuses.get(headerText(reported.status)) ?? "unknown";
  const more = moreByStatus.get(status) ?? reported.more;
  const part = partOf(draft.messageNumber);
  draft.moreBlocks = more;
  draft.assembly = assemblyOf(status, part, more, draft.text ?? "");
}

/**
 * Sets the part of a message that its decoder has joined before it was sent, as JAERO does. Its header
 * is that of one block, but the message is no part.
 */
export function setJoinedAssembly(draft: MessageDraft): void {
  const isJoined = (draft.text ?? "").length > blockCharsMax;
  draft.moreBlocks = null;
  draft.assembly = isJoined ? { status: "complete", part: null, parts: null } : null;
}

/**
 * Sets the part of a message of SatDump, which joins the blocks before the last one and leaves the last
 * one out: what it sends as the last block is neither that block nor the whole text.
 */
export function setIncompleteAssembly(draft: MessageDraft, more: boolean | null): void {
  setAssembly(draft, { more });
  if (more !== true) draft.moreBlocks = null;
  if (draft.assembly?.status === "complete") {
    draft.assembly = { status: "unknown", part: null, parts: null };
  }
}

function assemblyOf(
  status: Assembly["status"],
  part: number | null,
  more: boolean | null,
  text: string,
): Assembly | null {
  const isFirst = part === null || part === 1;
  const parts = more === false && !isFirst ? part : null;
  // Older versions join blocks without saying so.
  const isJoined = more === false && part !== 1 && text.length > blockCharsMax;
  if (isJoined) return { status: "complete", part, parts };
  const isSingle = isFirst && more !== true && (status === "skipped" || status === "unknown");
  return isSingle ? null : { status, part, parts };
}

/**
 * Returns the number of a block, from 1, by the last character of its message number. Only downlinks
 * have one: `A` is the first block, and `P` the last possible one.
 */
function partOf(messageNumber: string | null): number | null {
  if (messageNumber?.length !== 4) return null;
  const part = messageNumber.charCodeAt(3) - 0x40;
  return part >= 1 && part <= 16 ? part : null;
}

/**
 * Reads whether more blocks follow, of acarsdec and vdlm2dec. `end` is true if the block ended with ETB,
 * which means that more follow; xng sets it the other way round. acars_router removes it.
 */
export function moreByEnd(object: Fields): boolean | null {
  const app = fieldsOf(object.app);
  if (app.name === "xng") return null;
  if (object.end === true) return true;
  return app.proxied === true ? null : false;
}
