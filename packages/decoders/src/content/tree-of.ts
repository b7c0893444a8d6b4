import type { Fields } from "../formats/fields.ts";
import { readRaw } from "../formats/read-raw.ts";
import { applicationsIn } from "./trees/applications.ts";

const treeBytesMax = 16_384;

/**
 * Returns what the decoder program decoded, by application, from its whole object.
 *
 * @param raw the decoder's object as text, null if it is not kept
 * @returns null if there is no application, or the tree is larger than 16 KiB
 */
export function treeOf(raw: string | null): Fields | null {
  if (raw === null) return null;
  const result = readRaw(raw);
  if (result.status === "rejected" || result.message.applications === null) return null;
  const applications = applicationsIn(result.message.applications);
  if (applications.length === 0) return null;
  const tree = Object.fromEntries(applications);
  return Buffer.byteLength(JSON.stringify(tree)) <= treeBytesMax ? tree : null;
}
