/**
 * The head of the text of an H1 message: the sublabel names an avionics subsystem (`#M1B` in a
 * downlink, `- #MD` in an uplink), and the message function identifier may follow it (`/BA `). Some
 * decoders cut it off, others leave it. The layout is that of `la_acars_extract_sublabel_and_mfi` in
 * libacars.
 */
import type { MessageDraft } from "../decoded-message.ts";

const uplinkHead = /^- #([\s\S]{2})/;
const downlinkHead = /^#([\s\S]{2})B/;
const mfiHead = /^\/([\s\S]{2}) /;
const codePattern = /^[A-Z0-9]{2}$/;

/**
 * Sets sublabel and MFI from the head of the text, if the decoder left it there. The text is not
 * changed; `headChars` tells how much of it is the head.
 */
export function setSublabel(draft: MessageDraft): void {
  const { label, linkDirection, sublabel, text } = draft;
  if (label !== "H1" || sublabel !== null || text === null || linkDirection === null) return;
  const head = (linkDirection === "uplink" ? uplinkHead : downlinkHead).exec(text);
  if (head?.[1] === undefined || !codePattern.test(head[1])) return;
  draft.sublabel = head[1];
  draft.headChars = head[0].length;
  const mfi = mfiHead.exec(text.slice(draft.headChars));
  if (mfi?.[1] === undefined || !codePattern.test(mfi[1])) return;
  draft.mfi = mfi[1];
  draft.headChars += mfi[0].length;
}
