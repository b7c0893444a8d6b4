import { readObject } from "@jetwire/decoders";
import { decodedFrom, decoderObjects, statusOfParsed } from "@jetwire/decoders/samples";
import type { Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { decoderLine } from "./decoder-line.ts";

/** The members that every form has, if the message has them. */
const members = [
  "sourceType",
  "linkDirection",
  "mode",
  "label",
  "blockId",
  "ack",
  "tail",
  "text",
] as const;

function messageOf(object: unknown): Message {
  const { stationTimeMs, ...draft } = decodedFrom(object);
  const own = Object.keys(testMessage()).filter((name) => Object.hasOwn(draft, name));
  const over = Object.fromEntries(own.map((name) => [name, draft[name as keyof typeof draft]]));
  const timestamp = new Date(stationTimeMs ?? 0).toISOString();
  return testMessage({ ...over, positionSource: "structured", timestamp } as Partial<Message>);
}

const samples = Object.entries(decoderObjects).filter(
  ([, object]) => statusOfParsed(object) === "decoded",
);

test.each(samples)("%s: the line of its message is read as the same message", (name, object) => {
  const message = messageOf(object);
  const line = decoderLine({ message, ident: "AB-KSFO1" });
  if (message.label === null && message.sourceType !== "hfdl" && message.latitude === null) {
    expect(line).toBeNull();
    return;
  }
  const result = readObject(JSON.parse(line ?? "null"));
  if (result.status !== "decoded") throw new Error(`${name}: ${JSON.stringify(result)} of ${line}`);
  const { message: read } = result;
  expect(pick(read)).toEqual(pick(message));
  expect(read.stationIdent).toBe("AB-KSFO1");
  if (message.sourceType === "vdl") {
    expect([read.fromHex, read.toHex]).toEqual([message.fromHex, message.toHex]);
  }
  expect(read.stationTimeMs).toBeCloseTo(Date.parse(message.timestamp), -3.01);
});

test("a message without ACARS and without a position has no line", () => {
  for (const sourceType of ["acars", "vdl", "hfdl", "aero-acars", "iridium-acars", "other"]) {
    const message = testMessage({ sourceType, label: null });
    expect(decoderLine({ message, ident: "AB-KSFO1" })).toBeNull();
  }
});

function pick(from: object): Record<string, unknown> {
  const values = from as Readonly<Record<string, unknown>>;
  return Object.fromEntries(members.map((name) => [name, values[name]]));
}
