import { describe, expect, it } from "vitest";
import { createDatagramReassembler, type DatagramReassembler } from "./datagram-reassembler.ts";
import type { ParsedObject } from "./split-and-parse.ts";

function shown(objects: ParsedObject[]): unknown[] {
  return objects.map((object) => ("value" in object ? object.value : object.reason));
}

function send(reassembler: DatagramReassembler, text: string, nowMs = 0, sender = "a"): unknown[] {
  return shown(reassembler.accept(sender, Buffer.from(text), nowMs));
}

describe("a reassembler of datagrams", () => {
  it("lets complete datagrams pass at once, also between the pieces of another", () => {
    const reassembler = createDatagramReassembler();
    expect(send(reassembler, '{"a":1}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(send(reassembler, '{"c":"x')).toEqual([]);
    expect(send(reassembler, '{"d":4}')).toEqual([{ d: 4 }]);
    expect(send(reassembler, 'y"}')).toEqual([{ c: "xy" }]);
    expect(reassembler.pendingCount).toBe(0);
  });

  it("joins three pieces, cut anywhere, even inside a character", () => {
    const reassembler = createDatagramReassembler();
    const bytes = Buffer.from(JSON.stringify({ a: "€uro", b: { c: [1, 2] } }));
    for (let first = 1; first < bytes.length - 1; first++) {
      for (let second = first + 1; second < bytes.length; second++) {
        const objects = [
          ...reassembler.accept("a", bytes.subarray(0, first), 0),
          ...reassembler.accept("a", bytes.subarray(first, second), 1),
          ...reassembler.accept("a", bytes.subarray(second), 2),
        ];
        expect(shown(objects)).toEqual([{ a: "€uro", b: { c: [1, 2] } }]);
      }
    }
  });

  it("takes a stream cut at a fixed size apart into its objects", () => {
    const reassembler = createDatagramReassembler();
    const sent = Array.from({ length: 50 }, (_, n) => ({ n, text: "}{".repeat(n) }));
    const stream = sent.map((object) => `${JSON.stringify(object)}\n`).join("");
    const got: unknown[] = [];
    for (let at = 0; at < stream.length; at += 64) {
      got.push(...send(reassembler, stream.slice(at, at + 64)));
    }
    expect(got).toEqual(sent);
  });

  it("doesn't mix senders", () => {
    const reassembler = createDatagramReassembler();
    expect(send(reassembler, '{"a":"x', 0, "a")).toEqual([]);
    expect(send(reassembler, 'y"}', 0, "b")).toEqual(["not-json"]);
    expect(send(reassembler, 'z"}', 0, "a")).toEqual([{ a: "xz" }]);
  });

  it("gives up what isn't completed in time, once", () => {
    const reassembler = createDatagramReassembler({ windowMs: 1_000 });
    send(reassembler, '{"a":"x', 0);
    expect(reassembler.expire(999)).toEqual([]);
    const expired = reassembler.expire(1_000);
    expect(expired.map(({ sender, objects }) => [sender, shown(objects)])).toEqual([
      ["a", ["truncated"]],
    ]);
    expect(reassembler.expire(5_000)).toEqual([]);
  });

  it("accounts for both when the continuation comes too late", () => {
    const reassembler = createDatagramReassembler({ windowMs: 1_000 });
    send(reassembler, '{"a":"x', 0);
    expect(send(reassembler, 'y"}', 1_500)).toEqual(["truncated", "not-json"]);
    expect(reassembler.expire(Infinity)).toEqual([]);
  });

  it("counts the window from the first piece", () => {
    const reassembler = createDatagramReassembler({ windowMs: 1_000 });
    send(reassembler, '{"a":"x', 0);
    expect(send(reassembler, "y", 900)).toEqual([]);
    expect(shown(reassembler.expire(1_000).flatMap(({ objects }) => objects))).toEqual([
      "truncated",
    ]);
  });

  it("gives up the first of two beginnings and holds the second", () => {
    const reassembler = createDatagramReassembler();
    send(reassembler, '{"a":"x');
    expect(send(reassembler, '{"b":"y')).toEqual(["truncated"]);
    expect(send(reassembler, 'z"}')).toEqual([{ b: "yz" }]);
  });

  it("holds no more bytes and no more senders than it may", () => {
    const reassembler = createDatagramReassembler({ bytesPerSenderMax: 20, sendersMax: 2 });
    expect(send(reassembler, `{"a":"${"x".repeat(30)}`)).toEqual(["truncated"]);
    expect(send(reassembler, '{"a":"x')).toEqual([]);
    expect(send(reassembler, '{"b":"x', 0, "b")).toEqual([]);
    expect(send(reassembler, '{"c":"x', 0, "c")).toEqual(["truncated"]);
    expect(send(reassembler, "y".repeat(30))).toEqual(["truncated", "not-json"]);
    expect(reassembler.pendingCount).toBe(1);
  });

  it("joins no more pieces than it may", () => {
    const reassembler = createDatagramReassembler({ piecesMax: 3 });
    expect([
      ...send(reassembler, '{"a":"x'),
      ...send(reassembler, "y"),
      ...send(reassembler, "y"),
    ]).toEqual([]);
    expect(send(reassembler, 'z"}')).toEqual(["truncated", "not-json"]);
  });

  it("starts the window anew with each object of a stream", () => {
    const reassembler = createDatagramReassembler({ windowMs: 1_000 });
    for (let nowMs = 0; nowMs < 5_000; nowMs += 600) {
      const begun = nowMs === 0 ? [] : [{ a: "xy" }];
      expect(send(reassembler, nowMs === 0 ? '{"a":"x' : 'y"}\n{"a":"x', nowMs)).toEqual(begun);
    }
  });

  it("doesn't hold what is broken rather than unfinished", () => {
    const reassembler = createDatagramReassembler();
    expect(send(reassembler, "GET / HTTP/1.1")).toEqual(["http-bytes"]);
    expect(send(reassembler, '{"a":oops}')).toEqual(["not-json"]);
    expect(reassembler.pendingCount).toBe(0);
  });
});
