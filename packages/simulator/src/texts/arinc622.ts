/*
 * ARINC 622: air traffic services over ACARS. A text is the facility on the ground, the kind of
 * message, the registration, and then the message's bytes and a checksum as hex.
 */
import type { Application } from "../air/acars-block.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import { arincChecksum } from "./checksum.ts";
import type { ComposedText } from "./composed-text.ts";

/** Facilities that no airspace has. */
const facilities = ["SIMADSA", "SIMADSB", "SIMOCXA", "SIMCTRA"] as const;

/** libacars' name for each kind of message. */
const messageTypes = {
  ADS: "adsc_msg",
  AT1: "fans1a_cpdlc_msg",
  CR1: "fans1a_cpdlc_connect_request",
  CC1: "fans1a_cpdlc_connect_confirm",
  DR1: "fans1a_cpdlc_disconnect_request",
} as const;

export type Arinc622Kind = keyof typeof messageTypes;

export interface Arinc622Message {
  readonly kind: Arinc622Kind;
  readonly facility: string;
  readonly tail: string;
  readonly payload: Buffer;
  /** Name and JSON of the application's tree. */
  readonly tree: readonly [name: string, json: string];
  readonly about: Pick<Application, "position" | "describes">;
}

export function pickFacility(random: SeededRandom): string {
  return random.pick(facilities);
}

/** Labels of the two directions: alone, or as the MFI of a message to or from the flight computer (H1). */
export function arinc622Message(
  message: Arinc622Message,
  label: "A6" | "B6" | "AA" | "BA",
  isAddressed: boolean,
): ComposedText {
  const address = message.tail.padStart(7, ".");
  const checked = Buffer.concat([Buffer.from(message.kind + address), message.payload]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16BE(arincChecksum(checked));
  const hex = Buffer.concat([message.payload, checksum]).toString("hex").toUpperCase();
  const end = label.startsWith("A") ? "\r\n" : "";
  const text = `${message.facility}.${message.kind}${address}${hex}${end}`;
  const json = jsonObject([
    ["msg_type", quoted(messageTypes[message.kind])],
    ["crc_ok", "true"],
    ["gs_addr", quoted(message.facility)],
    ["air_addr", quoted(address)],
    message.tree,
  ]);
  const application = { name: "arinc622", json, ...message.about };
  return isAddressed
    ? { label: "H1", sublabel: "M1", mfi: label, origin: "F", text, application }
    : { label, origin: "F", text: `/${text}`, application };
}
