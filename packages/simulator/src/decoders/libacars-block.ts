import { isLastBlock } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { jsonObject, quoted, quotedByLibacars } from "../json-text.ts";

/** The `acars` object as libacars prints it inside dumpvdl2, dumphfdl and iridium-sniffer. */
export function libacarsBlock(block: AcarsBlock, text: string): string {
  return jsonObject([
    ["err", "false"],
    ["crc_ok", "true"],
    ["more", String(!isLastBlock(block))],
    ["reg", quoted(block.tail.padStart(7, "."))],
    ["mode", quoted(block.mode)],
    ["label", quoted(block.label)],
    ["blk_id", quoted(block.blockId ?? " ")],
    ["ack", quoted(block.ack ?? "!")],
    ["flight", block.flightId && quoted(block.flightId)],
    ["msg_num", block.messageNumber && quoted(block.messageNumber.slice(0, 3))],
    ["msg_num_seq", block.messageNumber && quoted(block.messageNumber.slice(3))],
    ["sublabel", block.sublabel && quoted(block.sublabel)],
    ["mfi", block.mfi && quoted(block.mfi)],
    ["msg_text", quotedByLibacars(text)],
    [block.application?.name ?? "arinc622", block.application && block.application.json],
  ]);
}
