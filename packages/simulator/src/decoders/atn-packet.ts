import type { VdlAtn } from "../air/transmission.ts";
import { fixed6, jsonArray, jsonObject, quoted } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";

/** The `x25` object of dumpvdl2: X.25, CLNP and COTP around an application of the ATN. */
export function atnPacket(packet: VdlAtn, random: SeededRandom): string {
  const opens = packet.application.field[0] === "x225_spdu";
  const data = jsonObject([
    ["err", "false"],
    ["tpdu_code", opens ? (packet.fromAircraft ? "224" : "208") : "240"],
    [
      "tpdu_code_descr",
      quoted(opens ? (packet.fromAircraft ? "Connect Request" : "Connect Confirm") : "Data"),
    ],
    ["extended", "false"],
    ["src_ref", opens ? String(packet.connection) : null],
    ["dst_ref", String(opens && packet.fromAircraft ? 0 : packet.connection)],
    ["sseq", opens ? null : String(packet.sequence % 16)],
    ["req_of_ack", opens ? null : "0"],
    ["eot", opens ? null : "1"],
    ["reasm_status", opens ? null : quoted("skipped")],
    [
      "variable_part_params",
      `[{"name":"checksum","value":[${random.integer(0, 255)},${random.integer(0, 255)}]}]`,
    ],
  ]);
  const cotp = jsonObject([["pdu_list", jsonArray([data])], packet.application.field]);
  const clnp = jsonObject([
    ["err", "false"],
    ["compressed", "true"],
    ["local_ref_a", String(random.integer(0, 70))],
    ["priority", "11"],
    ["lifetime", fixed6(50)],
    ["flags", "192"],
    ["pdu_id", String(random.integer(1, 6_000))],
    ["cotp", cotp],
  ]);
  return jsonObject([
    ["err", "false"],
    ["pkt_type", "0"],
    ["pkt_type_name", quoted("Data")],
    ["chan_group", "11"],
    ["chan_num", "255"],
    ["sseq", String(random.integer(0, 7))],
    ["rseq", String(random.integer(0, 7))],
    ["more", "false"],
    ["reasm_status", quoted("skipped")],
    ["clnp", clnp],
  ]);
}
