/** The description that JAERO itself makes of an ADS-C or CPDLC message, in lines of text. */
import type { Fields } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { clip, contentOf, itemOf, treeText } from "./words.ts";

export function readJaero({ info }: Fields): Findings | null {
  const description = treeText(info);
  if (description === null || typeof info !== "string") return null;
  return findingsOf(
    contentOf({
      decoder: "jaero",
      level: "partial",
      application: "jaero",
      description,
      items: itemOf("Text", clip(info.trim(), 900)),
    }),
  );
}
