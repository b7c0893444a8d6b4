import { type Fields, isFields } from "../formats/fields.ts";
import { readObject } from "../formats/index.ts";

const treeBytesMax = 16_384;

/** Members of the object of an ACARS block that are its header or text, not an application. */
const blockMembers = new Set([
  "err",
  "crc_ok",
  "more",
  "reassembly",
  "reg",
  "mode",
  "label",
  "blk_id",
  "block_id",
  "block_end",
  "ack",
  "tail",
  "flight",
  "msg_num",
  "msg_num_seq",
  "message_number",
  "msg_text",
  "text",
  "sublabel",
  "mfi",
  "timestamp",
  "errors",
  "link_direction",
]);

/**
 * Returns what the decoder program decoded, by application, from its whole object.
 *
 * @param raw the decoder's object as text, null if it is not kept
 * @returns null if there is no application, or the tree is larger than 16 KiB
 */
export function treeOf(raw: string | null): Fields | null {
  if (raw === null) return null;
  const result = readObject(parsed(raw));
  if (result.status === "rejected" || result.message.applications === null) return null;
  const applications = Object.entries(result.message.applications).filter(
    ([name, value]) => !blockMembers.has(name) && isFields(value),
  );
  if (applications.length === 0) return null;
  const tree = Object.fromEntries(applications);
  return Buffer.byteLength(JSON.stringify(tree)) <= treeBytesMax ? tree : null;
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
