import { expect, test } from "vitest";
import { type ListedMessage, rowCharsMax, rowOf, wordsOf } from "./message-row.ts";

function messageWith(members: Partial<ListedMessage>): ListedMessage {
  return {
    label: null,
    linkDirection: null,
    latitude: null,
    text: null,
    data: null,
    tail: null,
    flightNumber: null,
    decoded: null,
    ...members,
  } as ListedMessage;
}

test("details leave out what the description says", () => {
  const message = messageWith({
    decoded: {
      by: "text",
      decoder: "position",
      level: "partial",
      application: null,
      description: "Position: 38.54 N 77.35 W, FL380, 08:44",
      items: [
        { label: "Altitude", value: 38_004, unit: "ft" },
        { label: "Time", value: "08:44" },
        { label: "Established", value: true },
        { label: "Fuel", value: 219, unit: "lb" },
      ],
    },
  });
  expect(wordsOf(message)).toEqual({
    kind: "decoded",
    title: "Position: 38.54 N 77.35 W, FL380, 08:44",
    details: "Fuel 219 lb",
    isPartial: true,
  });
});

test("a message that was not decoded is named by its label, else by its frame", () => {
  expect(wordsOf(messageWith({ label: "Q0" }))).toMatchObject({ kind: "label" });
  expect(wordsOf(messageWith({ label: "~~" })).title).toBe("Label ~~");
  expect(wordsOf(messageWith({})).title).toBe("Link frame");
  expect(wordsOf(messageWith({ latitude: 1 })).title).toBe("Link frame: position");
});

test("a long text is cut, and its length is known", () => {
  const row = rowOf(messageWith({ text: "x".repeat(65_536) }));
  expect(row.raw).toHaveLength(rowCharsMax);
  expect(row.rawLength).toBe(65_536);
  expect(rowOf(messageWith({ text: "short" }))).toMatchObject({ raw: "short", rawLength: null });
});
