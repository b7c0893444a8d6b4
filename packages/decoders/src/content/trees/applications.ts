import { type Fields, isFields } from "../../formats/fields.ts";

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

/** More applications than a block can have. */
const applicationsMax = 16;

/** Returns the applications that a decoder program decoded, by their names, without members of the block itself. */
export function applicationsIn(applications: Fields): [name: string, tree: Fields][] {
  const found: [string, Fields][] = [];
  // Most blocks have none: this looks at each member once, and copies nothing.
  for (const name in applications) {
    const tree = applications[name];
    if (!isFields(tree) || blockMembers.has(name)) continue;
    if (found.push([name, tree]) === applicationsMax) break;
  }
  return found;
}
