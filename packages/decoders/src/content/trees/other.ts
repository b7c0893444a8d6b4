/** Applications that have no reader of their own. */
import { type Fields, isFields } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { clip, contentOf, type TreeItem, itemOf, rounded, spaced } from "./words.ts";

/** The nodes of a tree that are visited, how deep, and the values that are listed. */
const nodesMax = 400;
const depthMax = 24;
const itemsMax = 32;

/** Members that describe the decoding, not the content. */
const ignoredMembers = new Set(["err", "crc_ok", "reasm_status", "choice"]);

/** @param name the decoder's name of the application */
export function readOther(name: string, tree: Fields): Findings | null {
  if (tree.err === true) return null;
  const items = valuesIn(tree);
  const words = items.slice(0, 6).map(({ label, value }) => `${label.toLowerCase()} ${value}`);
  const title = spaced(name).replace(/^unknown\b ?/, "") || "application data";
  return findingsOf(
    contentOf({
      decoder: "libacars",
      level: "partial",
      application: clip(name, 64),
      description: words.length === 0 ? title : `${title}: ${words.join(", ")}`,
      items,
    }),
  );
}

/** Returns the values of a tree in order, labelled by their keys, without recursion. */
function valuesIn(tree: Fields): TreeItem[] {
  const items: TreeItem[] = [];
  const pending: { label: string; value: unknown; depth: number }[] = [
    { label: "", value: tree, depth: 0 },
  ];
  for (let visited = 0; visited < nodesMax && items.length < itemsMax; visited++) {
    const node = pending.pop();
    if (node === undefined) break;
    const { label, value, depth } = node;
    if (typeof value !== "object" || value === null) items.push(...leaf(label, value));
    else if (depth < depthMax && !isOctets(value)) pending.push(...membersOf(label, value, depth));
  }
  return items;
}

function membersOf(
  label: string,
  value: object,
  depth: number,
): { label: string; value: unknown; depth: number }[] {
  const members = isFields(value)
    ? Object.entries(value).filter(([key]) => !ignoredMembers.has(key))
    : Object.values(value).map((member) => [label, member] as const);
  return members
    .slice(0, nodesMax)
    .map(([key, member]) => ({ label: key, value: member, depth: depth + 1 }))
    .toReversed();
}

/** Whether a value is a list of octets, as decoders print what they do not understand. */
function isOctets(value: object): boolean {
  return Array.isArray(value) && value.length > 4 && typeof value[0] === "number";
}

function leaf(label: string, value: unknown): TreeItem[] {
  const name = spaced(label);
  if (name === "") return [];
  const title = name.slice(0, 1).toUpperCase() + name.slice(1);
  if (typeof value === "number")
    return itemOf(title, Number.isFinite(value) ? rounded(value, 6) : null);
  if (typeof value === "boolean") return itemOf(title, value);
  return typeof value === "string" && value !== "" ? itemOf(title, clip(value)) : [];
}
