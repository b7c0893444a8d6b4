import type { DecodedMessage } from "../../formats/decoded-message.ts";
import type { Fields } from "../../formats/fields.ts";
import type { Findings } from "../findings.ts";
import { applicationsIn } from "./applications.ts";
import { readArinc622 } from "./arinc622.ts";
import { readAtn } from "./atn.ts";
import { readJaero } from "./jaero.ts";
import { readMediaAdvisory } from "./media-advisory.ts";
import { readMiam } from "./miam.ts";
import { readOhma } from "./ohma.ts";
import { readOther } from "./other.ts";

type TreeReader = (tree: Fields, timeMs: number) => Findings | null;

/** The readers by the decoders' names of applications. */
const readers = new Map<string, TreeReader>([
  ["arinc622", readArinc622],
  ["media-adv", readMediaAdvisory],
  ["miam", readMiam],
  ["ohma", readOhma],
  ["x25", readAtn],
  ["jaero", readJaero],
]);

/**
 * Reads what the decoder program decoded, of whatever application: one without a reader is listed.
 *
 * @param timeMs the time of the message, Unix ms
 * @returns null if there is nothing, or the decoder could not decode it
 */
export function readTree(
  { applications }: Pick<DecodedMessage, "applications">,
  timeMs: number,
): Findings | null {
  if (applications === null) return null;
  const trees = applicationsIn(applications).flatMap(([name, tree]): [string, Fields][] =>
    // libacars prints the block around its applications if it is asked for the whole tree.
    name === "acars" ? applicationsIn(tree) : [[name, tree]],
  );
  for (const [name, tree] of trees) {
    const found = readers.get(name)?.(tree, timeMs);
    if (found) return found;
  }
  for (const [name, tree] of trees) {
    const found = readers.has(name) ? null : readOther(name, tree);
    if (found !== null) return found;
  }
  return null;
}
