import { expect, test } from "vitest";
import { eventFrames, textFrame } from "./frames.ts";

/** Reads unmasked text frames back, by RFC 6455 5.2. */
function textsOf(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < frames.length;) {
    expect(frames[at]).toBe(0x81);
    const short = frames[at + 1] ?? 0;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126
        ? short
        : short === 126
          ? frames.readUInt16BE(at + 2)
          : Number(frames.readBigUInt64BE(at + 2));
    texts.push(frames.toString("utf8", at + header, at + header + length));
    at += header + length;
  }
  return texts;
}

test("each payload is one text frame, whatever its length", () => {
  const overhead = '42["message",]'.length;
  const lengths = [2, 125 - overhead, 126 - overhead, 65_535 - overhead, 65_536 - overhead, 70_000];
  const payloads = lengths.map((length) => `"${"x".repeat(length - 2)}"`);
  const frames = eventFrames(
    "message",
    payloads.map((payload) => Buffer.from(payload)),
  );
  expect(textsOf(frames)).toEqual(payloads.map((payload) => `42["message",${payload}]`));
});

test("lengths count bytes, not characters", () => {
  expect(textsOf(eventFrames("feed:message", [Buffer.from('"☃😀"')]))).toEqual([
    '42["feed:message","☃😀"]',
  ]);
});

test("a text is one frame, whatever its length", () => {
  for (const text of ["", "☃😀", "x".repeat(125), "x".repeat(126), "x".repeat(70_000)]) {
    expect(textsOf(textFrame(text))).toEqual([text]);
  }
});
