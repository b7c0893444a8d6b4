/**
 * Media advisories, of label SA: `0EV004920V/TEXT` is version, established or lost, the link, the time, the
 * links that are available, and a text. The layout is that of ARINC 620; the words are libacars'
 * (`media-adv.c`).
 */
import type { Fields } from "../../formats/fields.ts";

const links: Readonly<Record<string, string>> = {
  V: "VHF ACARS",
  S: "Default SATCOM",
  H: "HF",
  G: "Global Star Satcom",
  C: "ICO Satcom",
  "2": "VDL2",
  X: "Inmarsat Aero H/H+/I/L",
  I: "Iridium Satcom",
};

const advisoryPattern =
  /^0([EL])([VSHGC2XI])([01]\d|2[0-3])([0-5]\d)([0-5]\d)([VSHGC2XI]*)(?:\/([^]*))?$/;
const textCharsMin = 10;

/** @returns libacars' `media-adv`; null if the text is none */
export function mediaAdvisoryTree(text: string): Fields | null {
  if (text.length < textCharsMin) return null;
  const [, state, link = "", hour, min, sec, available = "", message = ""] =
    advisoryPattern.exec(text) ?? [];
  if (state === undefined) return null;
  return {
    err: false,
    version: 0,
    current_link: {
      ...linkOf(link),
      established: state === "E",
      time: { hour: Number(hour), min: Number(min), sec: Number(sec) },
    },
    links_avail: available.split("").map(linkOf),
    ...(message !== "" && { text: message }),
  };
}

function linkOf(code: string): Fields {
  return { code, descr: links[code] };
}
