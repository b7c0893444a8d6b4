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
  return testMessage({ ...over, positionSource: "structured", timestamp });
}

const samples = Object.entries(decoderObjects)
  .filter(([, object]) => statusOfParsed(object) === "decoded")
  .map(([name, object]) => ({ name, message: messageOf(object) }));
const hasLine = ({ label, sourceType, latitude }: Message) =>
  label !== null || sourceType === "hfdl" || latitude !== null;
const withLine = samples.filter(({ message }) => hasLine(message));
const withoutLine = samples.filter(({ message }) => !hasLine(message));

test.each(withoutLine)("$name: its message has no line", ({ message }) => {
  expect(decoderLine({ message, ident: "AB-KSFO1" })).toBeNull();
});

test.each(withLine)("$name: the line is read as the same message", ({ message }) => {
  const line = decoderLine({ message, ident: "AB-KSFO1" });
  const read = readLine(line);
  expect(pick(read)).toEqual(pick(message));
  expect(read.stationIdent).toBe("AB-KSFO1");
  expect(read.stationTimeMs).toBeCloseTo(Date.parse(message.timestamp), -3.01);
});

const ofVdl = withLine.filter(({ message }) => message.sourceType === "vdl");

test.each(ofVdl)("$name: the line has the addresses of the frame", ({ message }) => {
  const { fromHex, toHex } = readLine(decoderLine({ message, ident: "AB-KSFO1" }));
  expect([fromHex, toHex]).toEqual([message.fromHex, message.toHex]);
});

function readLine(line: string | null) {
  const result = readObject(JSON.parse(line ?? "null"));
  if (result.status !== "decoded") throw new Error(`${JSON.stringify(result)} of ${line}`);
  return result.message;
}

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
