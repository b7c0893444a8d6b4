/** FANS-1/A CPDLC: controllers and pilots, over ACARS. Header, first element, further elements. */
import type { BlockDirection } from "../../air/acars-block.ts";
import type { SimulatedPosition } from "../../air/position.ts";
import { jsonArray, jsonObject } from "../../json-text.ts";
import { arinc622Message } from "../arinc622.ts";
import type { Arinc622Kind } from "../arinc622.ts";
import { packBits } from "../bits.ts";
import type { BitField } from "../bits.ts";
import type { ComposedText } from "../composed-text.ts";
import { elementJson } from "./elements.ts";
import type { CpdlcElement } from "./elements.ts";

export interface CpdlcMessage {
  readonly kind: Exclude<Arinc622Kind, "ADS">;
  readonly direction: BlockDirection;
  readonly facility: string;
  readonly tail: string;
  /** Unix ms. */
  readonly atMs: number;
  /** 0 to 63. */
  readonly id: number;
  /** The message of the other side that this one answers. */
  readonly reference: number | null;
  /** One to five. */
  readonly elements: readonly [CpdlcElement, ...CpdlcElement[]];
  readonly position: SimulatedPosition | null;
  /** Whether the flight computer is addressed (H1), or the label tells. */
  readonly isAddressed: boolean;
}

export function cpdlcText(message: CpdlcMessage): ComposedText {
  const down = message.direction === "downlink";
  return arinc622Message(
    {
      kind: message.kind,
      facility: message.facility,
      tail: message.tail,
      payload: packBits(messageBits(message)),
      tree: ["cpdlc", messageJson(message)],
      about: { position: message.position, describes: "cpdlc" },
    },
    down ? "BA" : "AA",
    message.isAddressed,
  );
}

function messageBits({ atMs, id, reference, elements }: CpdlcMessage): BitField[] {
  const [first, ...more] = elements;
  const { hour, minute, second } = timeOf(atMs);
  return [
    [more.length > 0 ? 1 : 0, 1],
    [reference === null ? 0 : 1, 1],
    [1, 1],
    [id, 6],
    ...(reference === null ? [] : ([[reference, 6]] as const)),
    [hour, 5],
    [minute, 6],
    [second, 6],
    ...elementBits(first),
    ...(more.length > 0 ? ([[more.length - 1, 2]] as const) : []),
    ...more.flatMap(elementBits),
  ];
}

function elementBits({ number, bits }: CpdlcElement): BitField[] {
  return [[number, 8], ...bits];
}

function messageJson({ direction, atMs, id, reference, elements }: CpdlcMessage): string {
  const [first, ...more] = elements;
  const { hour, minute, second } = timeOf(atMs);
  const name = direction === "downlink" ? "atc_downlink_msg" : "atc_uplink_msg";
  const element = `${name}_element_id`;
  const header = jsonObject([
    ["msg_id", String(id)],
    ["msg_ref", reference === null ? null : String(reference)],
    ["timestamp", `{"hour":${hour},"min":${minute},"sec":${second}}`],
  ]);
  const sequence = jsonArray(more.map((item) => jsonObject([[element, elementJson(item)]])));
  const tree = jsonObject([
    ["header", header],
    [element, elementJson(first)],
    [`${element}_seq`, more.length > 0 ? sequence : null],
  ]);
  return jsonObject([
    ["err", "false"],
    [name, tree],
  ]);
}

function timeOf(atMs: number): { hour: number; minute: number; second: number } {
  const seconds = Math.floor(atMs / 1_000) % 86_400;
  return {
    hour: Math.floor(seconds / 3_600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
}
