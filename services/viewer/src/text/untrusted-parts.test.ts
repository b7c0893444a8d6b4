import { expect, test } from "vitest";
import { untrustedParts } from "./untrusted-parts.ts";

const shown = (text: string, lines = false) =>
  untrustedParts(text, lines).map(({ kind, text: part }) => (kind === "mark" ? `<${part}>` : part));

test.each([
  ["plain text", "CLIMB TO FL350", ["CLIMB TO FL350"]],
  ["markup", "<img src=x onerror=alert(1)>", ["<img src=x onerror=alert(1)>"]],
  ["control characters", "a\u0000b\u001b[31m\u007f", ["a␀b␛[31m␡"]],
  ["line ends", "a\r\nb\nc\rd", ["a⏎b⏎c⏎d"]],
  ["an override of the direction", "a\u202eb", ["a", "<U+202E>", "b"]],
  ["zero-width characters", "a\u200bb\ufeff", ["a", "<U+200B>", "b", "<U+FEFF>"]],
  ["a tag character", "a\u{e0041}b", ["a", "<U+E0041>", "b"]],
  ["C1 controls", "a\u0085b", ["a", "<U+0085>", "b"]],
  ["a lone surrogate", "a\ud800b", ["a\ufffdb"]],
  ["emoji", "✈️ 🛩", ["✈️ 🛩"]],
  ["nothing", "", []],
])("%s of a station is shown as it is, or as a mark", (_what, text, parts) => {
  expect(shown(text)).toEqual(parts);
});

test("line ends are kept where a text has several lines", () => {
  expect(shown("a\r\nb", true)).toEqual(["a\nb"]);
});

test("a text of any length is cut to 64 Ki characters", () => {
  expect(shown("a".repeat(1_000_000)).join("")).toHaveLength(65_536);
});
