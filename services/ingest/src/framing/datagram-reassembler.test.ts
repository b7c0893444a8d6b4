import { describe, expect, it } from "vitest";
import { createDatagramGluer, type DatagramGluer } from "./datagram-reassembler.ts";
import type { ParsedObject } from "./split-and-parse.ts";

function shown(objects: ParsedObject[]): unknown[] {
  return objects.map((object) => ("value" in object ? object.value : object.reason));
}

function send(gluer: DatagramGluer, text: string, nowMs = 0, sender = "a"): unknown[] {
  return shown(gluer.accept(sender, Buffer.from(text), nowMs));
}

describe("a gluer of datagrams", () => {
  it("lets complete datagrams pass at once, also between the pieces of another", () => {
    const gluer = createDatagramGluer();
    expect(send(gluer, '{"a":1}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(send(gluer, '{"c":"x')).toEqual([]);
    expect(send(gluer, '{"d":4}')).toEqual([{ d: 4 }]);
    expect(send(gluer, 'y"}')).toEqual([{ c: "xy" }]);
    expect(gluer.heldCount).toBe(0);
  });

  it("glues three pieces, cut anywhere, even inside a character", () => {
    const gluer = createDatagramGluer();
    const bytes = Buffer.from(JSON.stringify({ a: "€uro", b: { c: [1, 2] } }));
    for (let first = 1; first < bytes.length - 1; first++) {
      for (let second = first + 1; second < bytes.length; second++) {
        const objects = [
          ...gluer.accept("a", bytes.subarray(0, first), 0),
          ...gluer.accept("a", bytes.subarray(first, second), 1),
          ...gluer.accept("a", bytes.subarray(second), 2),
        ];
        expect(shown(objects)).toEqual([{ a: "€uro", b: { c: [1, 2] } }]);
      }
    }
  });

  it("takes a stream cut at a fixed size apart into its objects", () => {
    const gluer = createDatagramGluer();
    const sent = Array.from({ length: 50 }, (_, n) => ({ n, text: "}{".repeat(n) }));
    const stream = sent.map((object) => `${JSON.stringify(object)}\n`).join("");
    const got: unknown[] = [];
    for (let at = 0; at < stream.length; at += 64) {
      got.push(...send(gluer, stream.slice(at, at + 64)));
    }
    expect(got).toEqual(sent);
  });

  it("doesn't mix senders", () => {
    const gluer = createDatagramGluer();
    expect(send(gluer, '{"a":"x', 0, "a")).toEqual([]);
    expect(send(gluer, 'y"}', 0, "b")).toEqual(["not-json"]);
    expect(send(gluer, 'z"}', 0, "a")).toEqual([{ a: "xz" }]);
  });

  it("gives up what isn't completed in time, once", () => {
    const gluer = createDatagramGluer({ windowMs: 1_000 });
    send(gluer, '{"a":"x', 0);
    expect(gluer.expire(999)).toEqual([]);
    const expired = gluer.expire(1_000);
    expect(expired.map(({ sender, objects }) => [sender, shown(objects)])).toEqual([
      ["a", ["truncated"]],
    ]);
    expect(gluer.expire(5_000)).toEqual([]);
  });

  it("accounts for both when the continuation comes too late", () => {
    const gluer = createDatagramGluer({ windowMs: 1_000 });
    send(gluer, '{"a":"x', 0);
    expect(send(gluer, 'y"}', 1_500)).toEqual(["truncated", "not-json"]);
    expect(gluer.expire(Infinity)).toEqual([]);
  });

  it("counts the window from the first piece", () => {
    const gluer = createDatagramGluer({ windowMs: 1_000 });
    send(gluer, '{"a":"x', 0);
    expect(send(gluer, "y", 900)).toEqual([]);
    expect(shown(gluer.expire(1_000).flatMap(({ objects }) => objects))).toEqual(["truncated"]);
  });

  it("gives up the first of two beginnings and holds the second", () => {
    const gluer = createDatagramGluer();
    send(gluer, '{"a":"x');
    expect(send(gluer, '{"b":"y')).toEqual(["truncated"]);
    expect(send(gluer, 'z"}')).toEqual([{ b: "yz" }]);
  });

  it("holds no more bytes and no more senders than it may", () => {
    const gluer = createDatagramGluer({ bytesPerSenderMax: 20, sendersMax: 2 });
    expect(send(gluer, `{"a":"${"x".repeat(30)}`)).toEqual(["truncated"]);
    expect(send(gluer, '{"a":"x')).toEqual([]);
    expect(send(gluer, '{"b":"x', 0, "b")).toEqual([]);
    expect(send(gluer, '{"c":"x', 0, "c")).toEqual(["truncated"]);
    expect(send(gluer, "y".repeat(30))).toEqual(["truncated", "not-json"]);
    expect(gluer.heldCount).toBe(1);
  });

  it("glues no more pieces than it may", () => {
    const gluer = createDatagramGluer({ piecesMax: 3 });
    expect([...send(gluer, '{"a":"x'), ...send(gluer, "y"), ...send(gluer, "y")]).toEqual([]);
    expect(send(gluer, 'z"}')).toEqual(["truncated", "not-json"]);
  });

  it("starts the window anew with each object of a stream", () => {
    const gluer = createDatagramGluer({ windowMs: 1_000 });
    for (let nowMs = 0; nowMs < 5_000; nowMs += 600) {
      const begun = nowMs === 0 ? [] : [{ a: "xy" }];
      expect(send(gluer, nowMs === 0 ? '{"a":"x' : 'y"}\n{"a":"x', nowMs)).toEqual(begun);
    }
  });

  it("doesn't hold what is broken rather than unfinished", () => {
    const gluer = createDatagramGluer();
    expect(send(gluer, "GET / HTTP/1.1")).toEqual(["http-bytes"]);
    expect(send(gluer, '{"a":oops}')).toEqual(["not-json"]);
    expect(gluer.heldCount).toBe(0);
  });
});
