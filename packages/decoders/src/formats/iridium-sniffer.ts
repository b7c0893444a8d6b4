/** iridium-sniffer with `--acars-json`: ACARS over Iridium in libacars' names. */
import { finishBlock } from "./members/acars-block.ts";
import { type ParseResult, draftOf, ignored, rejected } from "./decoded-message.ts";
import { finiteNumber, headerText, isFields } from "./fields.ts";
import { setLibacarsBlock } from "./members/libacars-block.ts";
import { frequencyOfHz, timeOfSecUsec } from "./members/reception.ts";

export function readIridiumSniffer(iridium: unknown): ParseResult {
  if (!isFields(iridium)) return rejected("bad-field", "iridium: not an object");
  const draft = draftOf("iridium-sniffer", "iridium-acars", "acars");
  draft.stationIdent = headerText(iridium.station);
  draft.stationTimeMs = timeOfSecUsec(iridium.t);
  draft.frequency = frequencyOfHz(iridium.freq);
  draft.level = finiteNumber(iridium.sig_level);
  draft.error = 0;
  if (!isFields(iridium.acars)) return ignored("link-frame", draft);
  if (iridium.acars.err === true) return rejected("decoder-error", "iridium.acars.err");
  setLibacarsBlock(draft, iridium.acars);
  return finishBlock(draft);
}
