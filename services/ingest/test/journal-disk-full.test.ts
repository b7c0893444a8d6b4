import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { openJournal } from "../src/journal/journal.ts";

const program = fileURLToPath(new URL("fill-journal.ts", import.meta.url));

test("a disk that fills up costs what it refused and nothing else (F-08)", async () => {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  try {
    // The system writes what still fits of a block and only then refuses, as a full disk does.
    const { stdout } = await promisify(execFile)("bash", [
      "-c",
      'ulimit -f 32; exec "$0" "$@"',
      process.execPath,
      program,
      directory,
    ]);
    const { taken, refusals } = JSON.parse(stdout) as { taken: number[]; refusals: number };
    expect(refusals).toBeGreaterThan(0);
    expect(taken.length).toBeGreaterThan(10);
    const options = { directory, segmentBytes: 1 << 20, bytesMax: 1 << 30 };
    await using journal = await openJournal({ ...options, log: createLogger("test", "silent") });
    const found: number[] = [];
    for await (const { seq } of journal.read(1)) found.push(seq);
    expect(found).toEqual(taken);
    expect(journal.uncounted).toBe(0);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
