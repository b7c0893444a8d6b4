import { directionOfBlock, groundSquitterLabel } from "./acars-header.ts";
import { type MessageDraft, decoded, ignored, rejected } from "./message-draft.ts";
import type { ParseResult } from "./decoded-message.ts";

/**
 * What every ACARS block comes to once its fields are read: it needs a label, squitters are known
 * by theirs, and where the frame didn't say who sent it the block id does.
 */
export function finishBlock(draft: MessageDraft): ParseResult {
  if (draft.label === null) return rejected("bad-field", "label: missing");
  if (draft.label === groundSquitterLabel) return ignored("ground-squitter");
  draft.linkDirection ??= directionOfBlock(draft.blockId);
  return decoded(draft);
}
