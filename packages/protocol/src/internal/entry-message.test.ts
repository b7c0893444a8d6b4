import { describe, expect, test } from "vitest";
import { Message, requiredMembers } from "../message/message.ts";
import { signalMemberNames } from "../message/signal.ts";
import { readEntry } from "../streams.ts";
import { createEntryMessages, entryMessages } from "./entry-message.ts";

/** A release that knows two members more than this one. */
const newer = createEntryMessages([...requiredMembers, "proof", "band"], signalMemberNames);
const message = { id: "x", text: '{"a":1}' };
/** Members that this release has added to those of the first one, as read from an older ingest. */
const added = JSON.parse(entryMessages.write({}).later) as Record<string, null>;

function reread(
  read: (texts: { message: string; later: string }) => string,
  value: object,
): unknown {
  return JSON.parse(read(newer.write(value)));
}

describe("members that a newer ingest adds to messages", () => {
  test("are not in the text that older readers check", () => {
    const { message: text, later } = newer.write({ ...message, proof: true });
    expect(JSON.parse(text)).toEqual(message);
    expect(JSON.parse(later)).toEqual({ ...added, proof: true, band: null });
  });

  test("are read back by the same release", () => {
    const value = { ...message, ...added, proof: true, band: { name: "vhf" } };
    expect(reread(newer.read, value)).toEqual(value);
  });

  test("are absent where they are optional and unknown, and in an entry of their own field where they are known", () => {
    const texts = entryMessages.write({ ...message, snr: 7.5 });
    expect(JSON.parse(texts.message)).toEqual(message);
    expect(JSON.parse(texts.later)).toEqual({ ...added, snr: 7.5 });
    expect(JSON.parse(entryMessages.read(texts))).toEqual({ ...message, ...added, snr: 7.5 });
    expect(JSON.parse(entryMessages.read(entryMessages.write(message)))).not.toHaveProperty("snr");
  });

  test("are passed on by a release that does not know them", () => {
    const read = reread(entryMessages.read, { ...message, proof: false });
    expect(read).toMatchObject({ ...message, proof: false, band: null });
  });

  test("are null in messages of an older ingest", () => {
    const old = { message: JSON.stringify(message), later: "" };
    expect(JSON.parse(newer.read(old))).toEqual({
      ...message,
      ...added,
      proof: null,
      band: null,
    });
    expect(JSON.parse(newer.read({ ...old, later: '{"proof":true}' }))).toMatchObject({
      proof: true,
      band: null,
    });
    expect(JSON.parse(newer.read({ message: "{}", later: "" }))).toEqual({
      ...added,
      proof: null,
      band: null,
    });
  });

  test("accept null in this release, because messages of an older ingest lack them", () => {
    const { later } = entryMessages.write({});
    const names = later === "" ? [] : Object.keys(JSON.parse(later) as object);
    const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> =
      Message.shape;
    expect(names.filter((name) => shape[name]?.safeParse(null).success !== true)).toEqual([]);
  });

  test.each(["{", "[1]", "null", "7", '"text"'])(
    "that are not readable, as '%s', make the entry unreadable",
    (later) => {
      const id = "019a0000-0000-7000-8000-000000000001";
      const fields = [
        "v",
        "2",
        "p",
        "p:1",
        "n",
        "1",
        "s",
        "1",
        "i",
        id,
        "g",
        id,
        "m",
        "{}",
        "x",
        later,
      ];
      expect(readEntry("1-0", fields)).toMatchObject({ refused: "bad-entry" });
    },
  );
});

test("a text that is no object is left to the reader that refuses it", () => {
  for (const text of ["{", "", '{"a":', "[]"])
    expect(newer.read({ message: text, later: "" })).toBe(text);
});
