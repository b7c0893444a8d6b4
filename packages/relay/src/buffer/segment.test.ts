import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { encodeRecord } from "./record.ts";
import { createSegment, openSegments, readSegment, segmentHeadBytes } from "./segment.ts";

const log = createLogger("test", "silent");
const lines = Array.from({ length: 20 }, (_, n) => ({
  receivedAtMs: 1_767_225_600_000 + n + 0.5,
  input: "vdl-é",
  text: `{"n":${n},"é":"${"x".repeat(n * 100)}"}`,
}));

/** A directory with a segment of these lines. */
async function written() {
  const directory = mkdtempSync(join(tmpdir(), "jetwire-relay-"));
  const { path, series } = await createSegment(directory, 40);
  appendFileSync(path, Buffer.concat(lines.map(encodeRecord)));
  return { directory, path, series };
}

test("lines are read as they were written, a part at a time", async () => {
  const { directory, series } = await written();
  const [segment] = await openSegments(directory, log);
  expect(segment).toMatchObject({ first: 40, lines: 20, series, newestMs: 1_767_225_600_019.5 });
  if (segment === undefined) return;
  const read = [];
  for (let at = segmentHeadBytes; at < segment.bytes;) {
    const part = await readSegment(segment, at, { lines: 500, bytes: 300 });
    expect(part.length).toBeGreaterThan(0);
    read.push(...part);
    at += part.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  expect(read.map(({ bytes: _, ...line }) => line)).toEqual(lines);
  const few = await readSegment(segment, segmentHeadBytes, { lines: 3, bytes: 65_536 });
  expect(few).toEqual(read.slice(0, 3));
});

test("a segment that was cut anywhere keeps the whole lines before the cut", async () => {
  const { directory, path } = await written();
  const bytes = readFileSync(path);
  for (let end = bytes.length; end >= segmentHeadBytes; end -= 97) {
    writeFileSync(path, bytes.subarray(0, end));
    const [segment] = await openSegments(directory, log);
    const whole = lines.filter((_, n) => segmentHeadBytes + lengthOf(n + 1) <= end).length;
    expect(segment?.lines ?? 0).toBe(whole);
    if (segment === undefined) break;
    expect(readFileSync(path).length).toBe(segment.bytes);
  }
});

test("a damaged record ends what can be read, and no damage is read as a line", async () => {
  const { directory, path } = await written();
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(segmentHeadBytes + lengthOf(5) + 20) ^ 0x40, segmentHeadBytes + lengthOf(5) + 20); // prettier-ignore
  writeFileSync(path, bytes);
  expect((await openSegments(directory, log))[0]?.lines).toBe(5);
});

function lengthOf(count: number): number {
  return Buffer.concat(lines.slice(0, count).map(encodeRecord)).length;
}
