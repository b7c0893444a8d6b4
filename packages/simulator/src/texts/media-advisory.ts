import { jsonArray, jsonObject, quoted } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import { hhmmss } from "./clock-text.ts";
import type { ComposedText } from "./composed-text.ts";

const linkNames: Record<string, string> = {
  V: "VHF ACARS",
  "2": "VDL2",
  H: "HF",
  S: "Default SATCOM",
};

/** Label SA: which link the airframe has gained or lost, and which ones it has. */
export function mediaAdvisory(atMs: number, random: SeededRandom): ComposedText {
  const link = random.pick(Object.keys(linkNames));
  const established = random.chance(0.7);
  const available = Object.keys(linkNames).filter((code) =>
    code === link ? established : random.chance(0.3),
  );
  const time = hhmmss(atMs - 4_000);
  const current = jsonObject([
    ["code", quoted(link)],
    ["descr", quoted(linkNames[link] ?? "")],
    ["established", String(established)],
    [
      "time",
      jsonObject([
        ["hour", String(Number(time.slice(0, 2)))],
        ["min", String(Number(time.slice(2, 4)))],
        ["sec", String(Number(time.slice(4)))],
      ]),
    ],
  ]);
  const json = jsonObject([
    ["err", "false"],
    ["version", "0"],
    ["current_link", current],
    ["links_avail", jsonArray(available.map(linkJson))],
  ]);
  return {
    label: "SA",
    origin: "S",
    text: `0${established ? "E" : "L"}${link}${time}${available.join("")}/`,
    application: { name: "media-adv", describes: "media-advisory", json, position: null },
  };
}

function linkJson(code: string): string {
  return jsonObject([
    ["code", quoted(code)],
    ["descr", quoted(linkNames[code] ?? "")],
  ]);
}
