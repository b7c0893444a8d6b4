import type { Message } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import {
  acarsdecDownlink,
  acarsdecUplink,
  decodedFrom,
  knownTexts,
  treeObjects,
} from "../samples/index.ts";
import { createContentRereader } from "./read-again.ts";
import { createContentReader } from "./read-content.ts";

const readLive = createContentReader({ texts: { now: () => 0 } });
const reread = createContentRereader();
const timeMs = Date.UTC(2026, 0, 15, 12);
const id = "019bc2e6-8000-7000-8000-000000000001";

/** The message that ingest makes of an object. */
function received(object: object): Message {
  return {
    id,
    groupId: id,
    timestamp: new Date(timeMs).toISOString(),
    createdAt: new Date(timeMs).toISOString(),
    stationId: 1,
    airframeId: null,
    flightId: null,
    ...readLive(decodedFrom(object), timeMs),
    authenticated: null,
  };
}

/** The message as an earlier release stored it, which read nothing of it. */
function unread(message: Message): Message {
  const isStructured = message.positionSource === "structured";
  const position = isStructured
    ? {}
    : { latitude: null, longitude: null, altitude: null, positionSource: null };
  return { ...message, ...position, decoded: null, times: null };
}

const textObjects = knownTexts.map(([label, text]) => ({ ...acarsdecDownlink, label, text }));

describe("a stored message", () => {
  test.each([...treeObjects, ...textObjects])(
    "is read from its object as ingest reads it: %j",
    (object) => {
      const message = received(object);
      const read = reread({
        message: unread(message),
        raw: JSON.stringify(object),
        wholeText: null,
      });
      expect(message).toMatchObject({ ...read?.content });
      expect(message.decoded === null || message.decoded.version === 1).toBe(true);
    },
  );

  test.each(textObjects)("is read from its text if its object is not kept: %j", (object) => {
    const message = received(object);
    const read = reread({ message: unread(message), raw: null, wholeText: null });
    expect(read?.content.decoded).toEqual(message.decoded);
    expect(read?.content).toMatchObject({
      latitude: message.latitude,
      longitude: message.longitude,
      times: message.times,
      departingAirport: message.departingAirport,
      destinationAirport: message.destinationAirport,
    });
  });

  test("is left alone if its decoder program decoded it and its object is not kept", () => {
    const message = received(treeObjects[0] ?? {});
    expect(message.decoded?.by).toBe("decoder");
    expect(reread({ message, raw: null, wholeText: null })).toBeNull();
    expect(reread({ message, raw: "{broken", wholeText: null })).toBeNull();
  });

  test("is read without the head of an H1 text, by its direction", () => {
    for (const object of [
      { ...acarsdecDownlink, label: "H1", text: "#M1BPRG/DTEDDX,25L,87,195738,048/FNZZZ1230BDF" },
      { ...acarsdecUplink, label: "H1", text: "- #MDREQPWI/WQ390.360:ABCDE.FGHIJ/DQ350388E" },
    ]) {
      const message = received(object);
      expect(message.decoded).not.toBeNull();
      const read = reread({ message: unread(message), raw: null, wholeText: null });
      expect(read?.content.decoded).toEqual(message.decoded);
    }
  });

  test("is read with the text that was joined of its blocks", () => {
    const [label, text] = knownTexts[0] ?? ["", ""];
    const last = { ...acarsdecDownlink, label, text: text.slice(20) };
    const read = reread({ message: received(last), raw: JSON.stringify(last), wholeText: text });
    const whole = received({ ...acarsdecDownlink, label, text });
    expect(read?.whole).toEqual({
      decoded: whole.decoded,
      latitude: whole.latitude,
      longitude: whole.longitude,
      altitude: whole.altitude,
    });
    expect(read?.whole?.latitude).not.toBeNull();
  });
});
