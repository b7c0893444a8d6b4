import { expectMessage, toldByApplication, toldByBlock } from "../expected-message.ts";
import { fixed6, jsonObject, quoted } from "../json-text.ts";
import { libacarsBlock } from "./libacars-block.ts";
import { identField, line, secondsAndMicroseconds } from "./written.ts";
import type { DecoderWriter } from "./written.ts";

/** iridium-sniffer with `--acars-json`: ACARS over Iridium in libacars' names, fragments as heard. */
export const writeIridiumSniffer: DecoderWriter = (heard) => {
  const { content } = heard.transmission;
  if (content.kind !== "acars") return null;
  const { sec, usec } = secondsAndMicroseconds(heard.stampMs);
  const iridium = jsonObject([
    [
      "app",
      jsonObject([
        ["name", quoted("iridium-sniffer")],
        ["ver", quoted("0.4.0")],
      ]),
    ],
    ["station", identField(heard)],
    ["t", `{"sec":${sec},"usec":${usec}}`],
    ["freq", String(heard.frequencyHz)],
    ["sig_level", fixed6(heard.level)],
    ["acars", libacarsBlock(content, content.text)],
  ]);
  const expected = expectMessage(heard, {
    source: "iridium-sniffer",
    sourceType: "iridium-acars",
    ...toldByBlock(content),
    ...toldByApplication(content),
    frequency: heard.frequencyHz / 1e6,
    level: Number(fixed6(heard.level)),
  });
  return line(jsonObject([["iridium", iridium]]), expected);
};
