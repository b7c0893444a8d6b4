import { expect, test } from "vitest";
import { beginsWith, createFrameCounter } from "./frame-counter.ts";
import { clientTextFrame, serverFrame } from "./text-frames.ts";

const texts = ["2", '42["message",{"id":"1"}]', "x".repeat(125), "y".repeat(126), ""];
const long = `42["message","${"z".repeat(70_000)}"]`;
const stream = Buffer.concat([...texts, long, "3"].map(serverFrame));

interface Frame {
  readonly opcode: number;
  readonly length: number;
  readonly beginning: string;
}

function read(bytes: Uint8Array, cut: number, peekBytes: number): Frame[] {
  const frames: Frame[] = [];
  const counter = createFrameCounter(peekBytes, ({ opcode, length, bytes: buffer, start }) => {
    const end = start + Math.min(length, peekBytes);
    frames.push({ opcode, length, beginning: Buffer.from(buffer.subarray(start, end)).toString() });
  });
  // The reader's buffer is used again for each read, as a socket's is.
  const buffer = Buffer.alloc(cut);
  for (let at = 0; at < bytes.length; at += cut) {
    const size = Math.min(cut, bytes.length - at);
    buffer.set(bytes.subarray(at, at + size));
    counter.push(buffer.subarray(0, size));
    buffer.fill(0);
  }
  return frames;
}

test.each([1, 2, 3, 5, 7, 64, 127, 1_000, 65_536, stream.length])(
  "every frame is reported once, with its beginning, if it arrives in pieces of %i bytes",
  (cut) => {
    const expected = [...texts, long, "3"].map((text) => ({
      opcode: 1,
      length: text.length,
      beginning: text.slice(0, 12),
    }));
    expect(read(stream, cut, 12)).toEqual(expected);
  },
);

test("a frame is not reported before its beginning has arrived", () => {
  const frame = serverFrame('42["message",{}]');
  expect(read(frame.subarray(0, 5), 5, 12)).toEqual([]);
  expect(read(frame.subarray(0, 14), 14, 12)).toHaveLength(1);
});

test("other opcodes are distinguished", () => {
  expect(read(Buffer.from([0x88, 0x02, 0x03, 0xe8]), 4, 12)).toMatchObject([{ opcode: 8 }]);
});

test("a payload's beginning is compared within the payload alone", () => {
  const matches: boolean[] = [];
  const counter = createFrameCounter(12, (head) => {
    matches.push(beginsWith(head, Buffer.from('42["message"')));
  });
  counter.push(
    Buffer.concat(['42["message",1]', '42["messages', '42["mess', 'age"'].map(serverFrame)),
  );
  expect(matches).toEqual([true, false, false, false]);
});

test("a client's frame has a mask that leaves its payload as it is", () => {
  const frame = clientTextFrame("40");
  expect([...frame]).toEqual([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);
  expect(clientTextFrame("x".repeat(126)).subarray(0, 4)).toEqual(
    Buffer.from([0x81, 0xfe, 0, 126]),
  );
});
