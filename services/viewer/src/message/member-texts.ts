import type { ReadMessage } from "@jetwire/protocol";

interface MemberText {
  readonly name: string;
  readonly value: string;
}

const charsMax = 400;

/** Members that are shown on their own, and parts that were asked for. */
const elsewhere: ReadonlySet<string> = new Set([
  "text",
  "data",
  "raw",
  "tree",
  "assembled",
  "station",
  "airframe",
  "flight",
  "receptions",
  "groundStation",
  "decoded",
]);

/** Returns the members of a message by their names, in the order of the protocol. */
export function memberTexts(message: ReadMessage): MemberText[] {
  return Object.entries(message)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, value]) => ({ name, value: textOf(value).slice(0, charsMax) }));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
