import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

describe("decodeText", () => {
  it("reads UTF-8", () => {
    const text = 'ZÜRICH → "\u0000"';
    expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: "utf-8" });
  });

  it("reads as Latin-1 what isn't UTF-8, byte by byte", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const decoded = decodeText(bytes);
    expect(decoded.encoding).toBe("latin-1");
    expect(Buffer.from(decoded.text, "latin1")).toEqual(Buffer.from(bytes));
  });

  it("keeps no state: broken bytes don't spoil the next datagram", () => {
    decodeText(Uint8Array.of(0xe2, 0x82));
    expect(decodeText(Buffer.from("{}"))).toEqual({ text: "{}", encoding: "utf-8" });
  });

  it("reads a view into a larger buffer", () => {
    expect(decodeText(Buffer.from("xx\u00e9yy", "latin1").subarray(2, 3)).text).toBe("é");
  });
});
