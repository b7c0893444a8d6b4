/**
 * AFN, the logon of ATS facilities and aircraft over ACARS (ARINC 622). A text is the address of the
 * facility, `.AFN`, elements that begin with `/` and three letters, and a checksum.
 */
import { clockOf } from "../../clock-times.ts";
import { clockWords } from "../words.ts";
import { flightOf } from "../values.ts";
import type { TextFacts } from "../text-facts.ts";

/** `/YQXE2YA.AFN/FMHRJA268,.JY-BAG,,052925/FCAPIKCPYA,0C03E`: flight, registration, address, time. */
const afnPattern =
  /^\/([A-Z0-9]{7})\.AFN\/FMH([A-Z0-9]{2,8}),\.{0,7}([A-Z0-9-]{0,8}),([0-9A-F]{6}|),(\d{6}|)((?:\/[^/]{1,100}){1,16})$/;
const checksumChars = 4;
const facilityPattern = /^[A-Z0-9]{7}$/;

export function readAfn(text: string): TextFacts | null {
  const match = afnPattern.exec(text.trimEnd().slice(0, -checksumChars));
  if (match === null) return null;
  const [, facility = "", flight, tail = "", address = "", time, elements = ""] = match;
  const values = new Map(
    elements
      .split("/")
      .slice(1)
      .map((element) => [element.slice(0, 3), element.slice(3).split(",")] as const),
  );
  const clock = clockOf(time);
  return {
    decoder: "arinc-622-afn",
    level: "partial",
    application: "afn",
    title: titleOf(values, facility),
    flight: flightOf(flight),
    items: [
      { label: "Facility", value: facility },
      tail === "" ? null : { label: "Registration", value: tail },
      address === "" ? null : { label: "ICAO address", value: address },
      clock === null ? null : { label: "Time", value: clockWords(clock) },
    ],
  };
}

function titleOf(values: ReadonlyMap<string, readonly string[]>, facility: string): string {
  const next = values.get("FCA")?.[0];
  if (next !== undefined) {
    return facilityPattern.test(next) ? `Contact advisory, log on to ${next}` : "Contact advisory";
  }
  if (values.has("FAK")) return `Logon acknowledged by ${facility}`;
  if (values.has("FCP")) return "Contact completed";
  if (values.has("FRP")) return "Contact advisory answered";
  return values.has("FCO") || values.has("FPO") ? `Logon to ${facility}` : "AFN message";
}
