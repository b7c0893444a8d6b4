import { createSeededRandom } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { createLines, lineBytesMax } from "./lines.ts";

test("lines are complete wherever they are cut (F-03)", () => {
  const seed = 77;
  const random = createSeededRandom(seed);
  const lines = Array.from(
    { length: 200 },
    (_, n) => `{"n":${n},"t":"${"é".repeat(random.integer(0, 39))}"}`,
  );
  const bytes = Buffer.from(`${lines.join("\n")}\nrest`);
  for (let round = 0; round < 20; round++) {
    const cut = createLines();
    const got: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const next = Math.min(bytes.length, at + random.integer(1, round === 0 ? 3 : 300));
      const { complete, tooLong } = cut.push(bytes.subarray(at, next));
      got.push(...complete.map(String));
      expect(tooLong).toBe(null);
      at = next;
    }
    expect(got, `seed ${seed}`).toEqual(lines);
    expect(cut.end()?.toString()).toBe("rest");
    expect(cut.end()).toBe(null);
  }
});

test("an endless line is cut off at the limit, and nothing of it is kept", () => {
  const cut = createLines();
  expect(cut.push(Buffer.alloc(lineBytesMax)).tooLong).toBe(null);
  expect(cut.push(Buffer.alloc(1)).tooLong).toHaveLength(lineBytesMax + 1);
  expect(cut.end()).toBe(null);
});

test("empty lines are lines", () => {
  expect(createLines().push(Buffer.from("\n\r\n\n")).complete.map(String)).toEqual(["", "\r", ""]);
});
