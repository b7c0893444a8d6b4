import type { DecodedMessage } from "../../formats/decoded-message.ts";
import { fieldsOf, isFields } from "../../formats/fields.ts";
import { type Findings } from "../findings.ts";
import { readAdsc } from "./adsc.ts";

/** Reads what the decoder program decoded. Null if there is nothing, or nothing that is known. */
export function readTree({ applications }: DecodedMessage): Findings | null {
  if (applications === null) return null;
  const { arinc622 } = applications;
  if (!isFields(arinc622)) return null;
  // inmarsat-sniffer wraps a second ACARS block into the first.
  const inner = isFields(arinc622.acars) ? fieldsOf(arinc622.acars.arinc622) : arinc622;
  return isFields(inner.adsc) ? readAdsc(inner.adsc) : null;
}
