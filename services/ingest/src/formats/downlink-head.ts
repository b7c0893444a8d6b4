import type { MessageDraft } from "./message-draft.ts";
import { readFlightNumber } from "./flight-number.ts";

/** Message number (`L92A`) and flight id (`BY0730`), as they stand at the head of a downlink on the air. */
const headPattern = /^[A-Z]\d\d[A-Z][A-Z\d]{6}/;
const messageNumberChars = 4;
const headChars = 10;

/**
 * Takes message number and flight id off the head of the text, for the programs that leave them
 * there. Only aircraft send them, and an uplink's text may happen to look the same. The flight id
 * from the text wins over the program's own field, which may have lost its zeros.
 */
export function cutDownlinkHead(draft: MessageDraft): void {
  const { text } = draft;
  if (draft.linkDirection !== "downlink" || draft.messageNumber !== null || text === null) return;
  if (!headPattern.test(text)) return;
  draft.messageNumber = text.slice(0, messageNumberChars);
  draft.flightNumber = readFlightNumber(text.slice(messageNumberChars, headChars));
  draft.text = text.slice(headChars);
}
