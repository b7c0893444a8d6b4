import { clockOf, type ClockTimes, timesOf } from "../../content/clock-times.ts";
import { type Fields, headerText } from "../fields.ts";

/**
 * Reads the times that acarsdec and vdlm2dec find in texts: gate out, wheels off, wheels on, gate in
 * and the estimated arrival, `HHMM`. Null if there is none; blanks and fillers are none.
 */
export function readOooiTimes(fields: Fields): ClockTimes | null {
  return timesOf({
    out: clockOf(headerText(fields.gtout)),
    off: clockOf(headerText(fields.wloff)),
    on: clockOf(headerText(fields.wlin)),
    in: clockOf(headerText(fields.gtin)),
    eta: clockOf(headerText(fields.eta)),
  });
}
