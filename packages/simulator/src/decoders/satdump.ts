import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, decodedMembers, membersOfBlock } from "../expected-message.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import type { SeededRandom } from "../random.ts";
import { bare, identField } from "./decoder-output.ts";
import type { DecoderWriter, DecoderOutput } from "./decoder-output.ts";

const nak = 21;
const del = "\u007f";
/** Share of the output that is the link's own: log-ons, channel assignments. */
const otherPacketsShare = 0.1;

/**
 * SatDump's Inmarsat plugin: what ground stations send up to aircraft. Keys sorted, characters as
 * codes, the last block of a longer message missing from its text (a bug of the program's).
 */
export const writeSatdump: DecoderWriter = (received, random) => {
  const { content } = received.transmission;
  if (content.kind !== "acars" || content.direction !== "uplink") return null;
  if (random.chance(otherPacketsShare)) return assignment(received, random);
  const whole = received.reassembly === "skipped" || received.reassembly === "complete";
  if (!whole || !isLastBlock(content)) return null;
  const text = textOnAir(content, withoutLastBlock(content));
  const second = Math.floor(received.stampMs / 1_000);
  const { application } = content;
  const json = jsonObject([
    ["bi", String(content.blockId?.charCodeAt(0) ?? 0)],
    ["has_text", String(text !== "")],
    ["label", quoted(content.label.replace("_d", `_${del}`))],
    ["libacars", application && jsonObject([[application.name, application.json]])],
    ["message", quoted(text.replaceAll(del, "<DEL>"))],
    ["mode", String(content.mode.charCodeAt(0))],
    ["more_to_come", "false"],
    ["msg_name", quoted("ACARS")],
    ["plane_reg", quoted(content.tail.padStart(7, "."))],
    ["signal_unit", signalUnit(received, random)],
    ["source", sourceJson(received)],
    ["tak", String(content.ack?.charCodeAt(0) ?? nak)],
    ["timestamp", String(second)],
  ]);
  const icao = received.transmission.airframe?.icao ?? null;
  const expected = expectMessage(received, {
    source: "satdump",
    sourceType: "aero-acars",
    ...membersOfBlock(content),
    ...decodedMembers(content),
    receivedAtMs: second * 1_000,
    text,
    fromHex: received.transmission.groundAddress,
    toHex: icao,
    icao,
  });
  return bare(json, expected);
};

function assignment(received: ReceivedTransmission, random: SeededRandom): DecoderOutput {
  const json = jsonObject([
    ["msg_name", quoted("P Channel Assignment")],
    ["signal_unit", signalUnit(received, random)],
    ["source", sourceJson(received)],
    ["timestamp", String(Math.floor(received.stampMs / 1_000))],
  ]);
  return bare(json, null);
}

function signalUnit(received: ReceivedTransmission, random: SeededRandom): string {
  const { airframe, groundAddress } = received.transmission;
  return jsonObject([
    ["aes_id", String(Number.parseInt(airframe?.icao ?? "0", 16))],
    ["ges_id", String(Number.parseInt(groundAddress, 16))],
    ["message_type", "113"],
    ["no_of_bytes_in_last_su", String(random.integer(1, 8))],
    ["q_no", String(random.integer(1, 4))],
    ["ref_no", String(random.integer(0, 9))],
    ["seq_no", String(random.integer(0, 40))],
  ]);
}

function sourceJson(received: ReceivedTransmission): string | null {
  const ident = identField(received);
  return ident && `{"app":{"name":"SatDump","version":"1.2.2"},"station_id":${ident}}`;
}

function withoutLastBlock(block: AcarsBlock): string {
  if (block.fragment === null) return block.text;
  return block.fragment.wholeText.slice(0, -block.text.length);
}
