import type { DecodedMessage } from "../../formats/decoded-message.ts";
import { isFields } from "../../formats/fields.ts";
import type { Findings } from "../findings.ts";
import { readArinc622 } from "./arinc622.ts";

/**
 * Reads what the decoder program decoded.
 *
 * @param timeMs the time of the message, Unix ms
 * @returns null if there is nothing, or nothing that is known
 */
export function readTree({ applications }: DecodedMessage, timeMs: number): Findings | null {
  if (applications === null) return null;
  const { arinc622 } = applications;
  return isFields(arinc622) ? readArinc622(arinc622, timeMs) : null;
}
