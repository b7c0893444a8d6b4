import { isMessageId, messageIdTimeMs } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import { countOfId, monotonicMicros, sentMicrosAt, stampedId } from "./stamped-id.ts";

describe("stamped ids", () => {
  test.each([0, 1, 0xfff, 0x1000, 0xff_ffff])("%i and the moment are read back", (n) => {
    const sent = monotonicMicros();
    const id = stampedId(n, sent, 1_767_225_600_000);
    expect(isMessageId(id)).toBe(true);
    expect(messageIdTimeMs(id)).toBe(1_767_225_600_000);
    expect(countOfId(id)).toBe(n);
    expect(sentMicrosAt(Buffer.from(`..${id}..`), 2)).toBe(sent);
  });

  test("half an id and what is none have no moment", () => {
    const id = stampedId(5, monotonicMicros(), Date.now());
    expect(sentMicrosAt(Buffer.from(id.slice(0, 35)), 0)).toBeNull();
    expect(sentMicrosAt(Buffer.from("z".repeat(36)), 0)).toBeNull();
  });
});
