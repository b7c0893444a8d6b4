import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageIds } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { onTestFinished } from "vitest";
import { type Journal, openJournal } from "../src/journal/journal.ts";
import type { JournalEntry, JournalProgress } from "../src/journal/record.ts";

const log = createLogger("test", "silent");
export const ids = new MessageIds(Date.now);

/** The parent of folders in memory, for tests that open a journal for each byte of another one. */
export const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder that is there until the test's end. */
export async function newDirectory(parent = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(parent, "jetwire-journal-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export function open(
  directory: string,
  over: { segmentBytes?: number; bytesMax?: number; lockMsMax?: number } = {},
) {
  return openJournal({ directory, segmentBytes: 1 << 20, bytesMax: 1 << 30, log, ...over });
}

/** Entry n is in partition n % 4. */
export function entry(seq: number, over: Partial<JournalEntry> = {}): JournalEntry {
  const id = ids.next(seq % 4);
  const raw = `{"n":${seq}}`;
  const acceptedAtMs = 1_767_225_600_123;
  return { seq, id, stationId: 7, acceptedAtMs, authenticated: null, raw, ...over };
}

export function entries(
  from: number,
  count: number,
  over: Partial<JournalEntry> = {},
): JournalEntry[] {
  return Array.from({ length: count }, (_, index) => entry(from + index, over));
}

export function progress(dispatchedSeq = 0, dropped: number[] = []): JournalProgress {
  return { dispatchedSeq, dropped, counts: { dispatchedSeq } };
}

export async function readAll(journal: Journal, from = 1): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const one of journal.read(from)) found.push(one);
  return found;
}

export async function segmentNames(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith(".journal")).toSorted();
}
