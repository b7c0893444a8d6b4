/** The ACARS block as dumpvdl2, dumphfdl, JAERO and others print it through libacars. */
import { readAck, readFlightNumber, readLabel, readTail, readText } from "./acars-block.ts";
import { setAssembly } from "./assembly.ts";
import type { MessageDraft } from "../decoded-message.ts";
import { type Fields, headerText, readBoolean } from "../fields.ts";

export function setLibacarsBlock(draft: MessageDraft, block: Fields): void {
  draft.mode = headerText(block.mode);
  draft.label = readLabel(block.label);
  draft.blockId = headerText(block.blk_id);
  draft.ack = readAck(block.ack);
  draft.tail = readTail(block.reg);
  draft.flightNumber = readFlightNumber(block.flight);
  draft.messageNumber = messageNumber(block);
  draft.text = readText(block.msg_text);
  draft.sublabel = headerText(block.sublabel);
  draft.mfi = headerText(block.mfi);
  setAssembly(draft, { status: block.reassembly, more: readBoolean(block.more) });
  draft.applications = block;
}

/** Joins number (`M52`) and position within the message (`A`), which are two fields. */
function messageNumber(block: Fields): string | null {
  const number = headerText(block.msg_num);
  return number === null ? null : number + (headerText(block.msg_num_seq) ?? "");
}
