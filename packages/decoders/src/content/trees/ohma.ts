/** OHMA: reports of the diagnostics of an aircraft's systems, in JSON inside (libacars' `ohma`). */
import { type Fields, finiteNumber } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { clip, contentOf, itemOf, treeName, treeText } from "./words.ts";

export function readOhma(ohma: Fields): Findings | null {
  // An error is a number here; 0 is none.
  if ((finiteNumber(ohma.err) ?? Number(ohma.err === true)) !== 0) return null;
  const number = finiteNumber(ohma.msg_seq);
  const total = finiteNumber(ohma.msg_total);
  const text = typeof ohma.text === "string" ? clip(ohma.text, 900) : null;
  const part = number === null || total === null ? "" : `, part ${number} of ${total}`;
  const inner = treeText(text);
  return findingsOf(
    contentOf({
      decoder: "libacars",
      level: text === null ? "partial" : "full",
      application: "ohma",
      description: `Diagnostic report (OHMA)${part}${inner === null ? "" : `: ${inner}`}`,
      items: [
        ...itemOf("Version", treeName(ohma.version)),
        ...itemOf("Conversation", treeName(ohma.msg_id)),
        ...itemOf("Part", number),
        ...itemOf("Parts", total),
        ...itemOf("Text", text),
      ],
    }),
  );
}
