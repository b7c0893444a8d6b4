import { expectMessage, decodedMembers, membersOfBlock } from "../expected-message.ts";
import { fixed6, jsonObject, quoted } from "../json-text.ts";
import { libacarsBlock } from "./libacars-block.ts";
import { identField, line, secondsAndMicroseconds } from "./decoder-output.ts";
import type { DecoderWriter } from "./decoder-output.ts";

/** iridium-sniffer with `--acars-json`: ACARS over Iridium in libacars' names, fragments as received. */
export const writeIridiumSniffer: DecoderWriter = (received) => {
  const { content } = received.transmission;
  if (content.kind !== "acars") return null;
  const { sec, usec } = secondsAndMicroseconds(received.stampMs);
  const iridium = jsonObject([
    [
      "app",
      jsonObject([
        ["name", quoted("iridium-sniffer")],
        ["ver", quoted("0.4.0")],
      ]),
    ],
    ["station", identField(received)],
    ["t", `{"sec":${sec},"usec":${usec}}`],
    ["freq", String(received.frequencyHz)],
    ["sig_level", fixed6(received.level)],
    ["acars", libacarsBlock(content, content.text)],
  ]);
  const expected = expectMessage(received, {
    source: "iridium-sniffer",
    sourceType: "iridium-acars",
    ...membersOfBlock(content),
    ...decodedMembers(content),
    frequency: received.frequencyHz / 1e6,
    level: Number(fixed6(received.level)),
  });
  return line(jsonObject([["iridium", iridium]]), expected);
};
