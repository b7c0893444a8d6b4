import { join } from "node:path";
import process from "node:process";
import { describeUnless } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { entries, newDirectory, open, progress, readAll } from "./journal-entries.ts";
import { watchDisk } from "./power-loss.ts";

const missing = process.platform === "linux" ? null : "only Linux tells the path of an open file";

describeUnless(missing, "a power loss", () => {
  test("costs no acknowledged message, whenever it comes (G7)", async () => {
    const directory = await newDirectory();
    using disk = await watchDisk(join(await newDirectory(), "probe"));
    await using journal = await open(directory, { segmentBytes: 1_000 });
    const acknowledged: number[] = [];
    for (let batch = 0; batch < 30; batch++) {
      const more = entries(journal.nextSeq, 1 + (batch % 7));
      await journal.append(more, progress());
      acknowledged.push(...more.map(({ seq }) => seq));
      const after = await newDirectory();
      await disk.surviving(directory, after);
      await using left = await open(after);
      expect((await readAll(left)).map(({ seq }) => seq)).toEqual(acknowledged);
      expect(left.nextSeq).toBeGreaterThan(acknowledged.length);
      expect(left.hasLostEnd).toBe(false);
    }
  });
});
