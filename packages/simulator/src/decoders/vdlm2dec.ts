import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { isVdlFrame } from "../air/transmission.ts";
import type { VdlFrame } from "../air/transmission.ts";
import { expectMessage, membersOfBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { JsonField } from "../json-text.ts";
import { fromAircraft, knownAltitude, vdlLink } from "./vdl-addresses.ts";
import { identField, line } from "./decoder-output.ts";
import type { DecoderWriter } from "./decoder-output.ts";

/** vdlm2dec: VDL2 without signal levels, addresses as decimal numbers, fragments never joined. */
export const writeVdlm2dec: DecoderWriter = (received) => {
  const { content } = received.transmission;
  if (!isVdlFrame(content)) return null;
  switch (content.kind) {
    case "acars":
      return line(
        frameJson(received, content, [], acarsFields(content)),
        expectAcars(received, content),
      );
    case "vdl-xid": {
      const { latitude, longitude, altitude } = content.position;
      const located: JsonField[] = [
        ["dsta", quoted(content.destinationAirport)],
        ["lat", latitude.toFixed(1)],
        ["lon", longitude.toFixed(1)],
        ["epu", "0.1"],
        ["alt", String(altitude)],
      ];
      return line(
        frameJson(received, content, [], located),
        expectMessage(received, {
          ...common(received, content),
          kind: "xid",
          destinationAirport: content.destinationAirport,
          latitude,
          longitude,
          altitude: knownAltitude(altitude),
        }),
      );
    }
    case "vdl-supervisory":
      return line(frameJson(received, content, [["is_response", "1"]], []), null);
    case "vdl-atn":
      // It prints the addresses of such a frame only.
      return line(frameJson(received, content, [], []), null);
    case "vdl-gsif":
      return null;
  }
};

function frameJson(
  received: ReceivedTransmission,
  frame: VdlFrame,
  flags: readonly JsonField[],
  rest: readonly JsonField[],
): string {
  const { transmission } = received;
  const icao = transmission.airframe?.icao ?? "FFFFFF";
  const ground = String(Number.parseInt(transmission.groundAddress, 16));
  return jsonObject([
    ["timestamp", String(Math.round(received.stampMs * 1_000) / 1e6)],
    ["station_id", identField(received)],
    ["freq", String(received.frequencyHz / 1e6)],
    ["hex", quoted(icao)],
    ["icao", String(Number.parseInt(icao, 16))],
    [fromAircraft(frame) ? "toaddr" : "fromaddr", ground],
    ...flags,
    ["is_onground", transmission.airborne ? null : "2"],
    [
      "app",
      jsonObject([
        ["name", quoted("vdlm2dec")],
        ["ver", quoted("2.3")],
      ]),
    ],
    ...rest,
  ]);
}

function acarsFields(block: AcarsBlock): readonly JsonField[] {
  const text = textOnAir(block);
  const { movement } = block;
  return [
    ["mode", quoted(block.mode)],
    ["label", quoted(block.label)],
    ["block_id", quoted(block.blockId ?? " ")],
    ["ack", quoted(block.ack ?? "!")],
    ["tail", quoted(block.tail)],
    ["flight", block.flightId && quoted(block.flightId)],
    ["msgno", block.messageNumber && quoted(block.messageNumber)],
    ["text", text === "" ? null : quoted(text)],
    ["end", isLastBlock(block) ? null : "true"],
    ["depa", movement && quoted(movement.departure)],
    ["dsta", movement && quoted(movement.destination)],
    [movement?.event ?? "gtout", movement && quoted(movement.time)],
  ];
}

function expectAcars(received: ReceivedTransmission, block: AcarsBlock): ExpectedMessage {
  const text = textOnAir(block);
  return expectMessage(received, {
    ...common(received, block),
    ...membersOfBlock(block),
    text: text === "" ? null : text,
    departingAirport: block.movement?.departure ?? null,
    destinationAirport: block.movement?.destination ?? null,
  });
}

function common(received: ReceivedTransmission, frame: VdlFrame) {
  return { source: "vdlm2dec", ...vdlLink(received, frame) };
}
