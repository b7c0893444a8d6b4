import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, toldByApplication, toldByBlock } from "../expected-message.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { Heard } from "../hearing.ts";
import type { Random } from "../random.ts";
import { bare, identField } from "./written.ts";
import type { DecoderWriter, Written } from "./written.ts";

const NAK = 21;
const DEL = "\u007f";
/** Share of the output that is the link's own: log-ons, channel assignments. */
const OTHER_PACKETS_SHARE = 0.1;

/**
 * SatDump's Inmarsat plugin: what ground stations send up to aircraft. Keys sorted, characters as
 * codes, the last block of a longer message missing from its text (a bug of the program's).
 */
export const writeSatdump: DecoderWriter = (heard, random) => {
  const { content } = heard.transmission;
  if (content.kind !== "acars" || content.direction !== "uplink") return null;
  if (random.chance(OTHER_PACKETS_SHARE)) return assignment(heard, random);
  const whole = heard.reassembly === "skipped" || heard.reassembly === "complete";
  if (!whole || !isLastBlock(content)) return null;
  const text = textOnAir(content, withoutLastBlock(content));
  const second = Math.floor(heard.stampMs / 1_000);
  const { application } = content;
  const json = jsonObject([
    ["bi", String(content.blockId?.charCodeAt(0) ?? 0)],
    ["has_text", String(text !== "")],
    ["label", quoted(content.label.replace("_d", `_${DEL}`))],
    ["libacars", application && jsonObject([[application.name, application.json]])],
    ["message", quoted(text.replaceAll(DEL, "<DEL>"))],
    ["mode", String(content.mode.charCodeAt(0))],
    ["more_to_come", "false"],
    ["msg_name", quoted("ACARS")],
    ["plane_reg", quoted(content.tail.padStart(7, "."))],
    ["signal_unit", signalUnit(heard, random)],
    ["source", sourceJson(heard)],
    ["tak", String(content.ack?.charCodeAt(0) ?? NAK)],
    ["timestamp", String(second)],
  ]);
  const icao = heard.transmission.airframe?.icao ?? null;
  const expected = expectMessage(heard, {
    source: "satdump",
    sourceType: "aero-acars",
    ...toldByBlock(content),
    ...toldByApplication(content),
    heardAtMs: second * 1_000,
    text,
    fromHex: heard.transmission.groundAddress,
    toHex: icao,
    icao,
  });
  return bare(json, expected);
};

function assignment(heard: Heard, random: Random): Written {
  const json = jsonObject([
    ["msg_name", quoted("P Channel Assignment")],
    ["signal_unit", signalUnit(heard, random)],
    ["source", sourceJson(heard)],
    ["timestamp", String(Math.floor(heard.stampMs / 1_000))],
  ]);
  return bare(json, null);
}

function signalUnit(heard: Heard, random: Random): string {
  const { airframe, groundAddress } = heard.transmission;
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

function sourceJson(heard: Heard): string | null {
  const ident = identField(heard);
  return ident && `{"app":{"name":"SatDump","version":"1.2.2"},"station_id":${ident}}`;
}

function withoutLastBlock(block: AcarsBlock): string {
  if (block.fragment === null) return block.text;
  return block.fragment.wholeText.slice(0, -block.text.length);
}
