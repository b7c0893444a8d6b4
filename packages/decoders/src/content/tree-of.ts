import type { Fields } from "../formats/fields.ts";
import { readRaw } from "../formats/read-raw.ts";
import { payloadTree } from "./payloads/read-payload.ts";
import { applicationsIn } from "./trees/applications.ts";

const treeBytesMax = 16_384;

/**
 * Returns what the decoder program decoded, by application, from its whole object; what is read from the text
 * in the same form, if it decoded nothing.
 *
 * @param raw the decoder's object as text, null if it is not kept
 * @returns null if there is no application, or the tree is larger than 16 KiB
 */
export function treeOf(raw: string | null): Fields | null {
  if (raw === null) return null;
  const result = readRaw(raw);
  if (result.status === "rejected") return null;
  const applications = applicationsIn(result.message.applications ?? {});
  const tree =
    applications.length === 0 ? payloadTree(result.message) : Object.fromEntries(applications);
  if (tree === null) return null;
  return Buffer.byteLength(JSON.stringify(tree)) <= treeBytesMax ? tree : null;
}
