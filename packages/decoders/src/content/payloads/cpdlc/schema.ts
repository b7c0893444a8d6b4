/** Makes types of the lines that describe them. */
import { downlinkLines } from "./downlink-elements.ts";
import { typeLines } from "./types.ts";
import { uplinkLines } from "./uplink-elements.ts";

export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Choice {
  readonly name: string;
  readonly type: string;
  /** The text of an element of a message. */
  readonly label?: string;
}

/** How a value is encoded, and how it is in the tree. */
export type ValueForm =
  | { readonly kind: "null" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number"; readonly range: Range; readonly factor: number }
  | {
      readonly kind: "quantity";
      readonly range: Range;
      readonly factor: number;
      readonly unit: string;
    }
  | { readonly kind: "name"; readonly names: readonly string[] }
  | { readonly kind: "text"; readonly range: Range }
  | { readonly kind: "figures"; readonly count: number }
  | { readonly kind: "digits"; readonly count: number }
  | { readonly kind: "list"; readonly range: Range; readonly of: string }
  | {
      readonly kind: "sequence";
      readonly members: readonly { readonly type: string; readonly isOptional: boolean }[];
    }
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
  | { readonly kind: "like"; readonly of: string };

export interface Type {
  /** The name of the value in the tree. */
  readonly key: string;
  readonly form: ValueForm;
}

/** The places of downlink elements in the encoding. The last ones have no meaning. */
const downlinkElements = 129;

/** The types by their names. */
export const types: ReadonlyMap<string, Type> = new Map<string, Type>([
  ["NULL", { key: "", form: { kind: "null" } }],
  ...typeLines
    .trim()
    .split(/\n(?! )/)
    .map(typeOf),
  [
    "ATCUplinkMsgElementId",
    {
      key: "atc_uplink_msg_element_id",
      form: { kind: "choice", choices: elementsOf("uM", uplinkLines) },
    },
  ],
  [
    "ATCDownlinkMsgElementId",
    {
      key: "atc_downlink_msg_element_id",
      form: { kind: "choice", choices: withReserved(elementsOf("dM", downlinkLines)) },
    },
  ],
]);

function typeOf(lines: string): [string, Type] {
  const [, name = "", key = "", kind = "", definition = ""] =
    /^(\w+) (\w+): (\w+) ?(.*)$/.exec(lines.replaceAll(/\n +/g, " ")) ?? [];
  return [name, { key, form: formOf(kind, definition.split(" ")) }];
}

function formOf(kind: string, words: readonly string[]): ValueForm {
  const [first = "", second = "", third = "1", unit = ""] = words;
  switch (kind) {
    case "boolean":
      return { kind };
    case "number":
      return { kind, range: rangeOf(first), factor: Number(third) };
    case "quantity":
      return {
        kind,
        range: rangeOf(first),
        factor: Number(third),
        unit: unit === "none" ? "" : unit,
      };
    case "name":
      return { kind, names: words };
    case "text":
      return { kind, range: rangeOf(first) };
    case "figures":
    case "digits":
      return { kind, count: Number(first) };
    case "list":
      return { kind, range: rangeOf(first), of: second };
    case "sequence":
      return {
        kind,
        members: words.map((word) => ({
          type: word.replace("?", ""),
          isOptional: word.endsWith("?"),
        })),
      };
    case "choice":
      return { kind, choices: words.map(choiceOf) };
    case "like":
      return { kind, of: first };
    default:
      throw new Error(`types.ts: "${kind}" is no form of a type`);
  }
}

function rangeOf(text: string): Range {
  const [min = 0, max = 0] = text.split("..").map(Number);
  return { min, max };
}

function choiceOf(word: string): Choice {
  const [name = "", type = name.slice(0, 1).toUpperCase() + name.slice(1)] = word.split("=");
  return { name, type };
}

/** Returns the elements of lines `6 Altitude: EXPECT [altitude]`, which are in the order of their numbers. */
function elementsOf(prefix: string, lines: string): Choice[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, number = "", name = "", type = name, label = ""] =
        /^(\d+) (\w+)(?:=(\w+))?: (.*)$/.exec(line) ?? [];
      return { name: `${prefix}${number}${name}`, type, label };
    });
}

function withReserved(elements: readonly Choice[]): Choice[] {
  const reserved = Array.from({ length: downlinkElements - elements.length }, (_, at) => {
    const name = `dM${elements.length + at}NULL`;
    return { name, type: "NULL", label: `(reserved: ${name})` };
  });
  return [...elements, ...reserved];
}
