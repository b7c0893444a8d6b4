import { entryField, type EntryRefusal, readEntry, type StreamEntry } from "@jetwire/protocol";
import { compareEntryIds } from "./progress.ts";
import type { TailEntry } from "./stream-tail.ts";

/** An entry that this version cannot work on, with its fields as they are. */
export interface RefusedEntry {
  readonly entryId: string;
  readonly fields: readonly string[];
  /** The fields of its details, if the group reads them and they are there. */
  readonly details: readonly string[];
  /** The producer and its sequence number, where they can be read. */
  readonly producer: string | null;
  readonly seq: number | null;
  readonly reason: Exclude<EntryRefusal["refused"], "newer-version"> | "kills-its-reader";
  readonly detail: string;
}

export interface ReadBatch {
  readonly entries: readonly StreamEntry[];
  readonly refused: readonly RefusedEntry[];
  /** An entry that only a newer release can read. The batch ends before it. */
  readonly newer: NewerEntry | null;
}

/** An entry of a version that this release does not know. */
export interface NewerEntry {
  readonly entryId: string;
  readonly detail: string;
}

export const emptyBatch: ReadBatch = { entries: [], refused: [], newer: null };

export function isEmpty({ entries, refused }: ReadBatch): boolean {
  return entries.length + refused.length === 0;
}

/** Returns the id of the last entry in a batch, undefined if it is empty. */
export function lastIdOf({ entries, refused }: ReadBatch): string | undefined {
  const [entry, other] = [entries.at(-1)?.entryId, refused.at(-1)?.entryId];
  if (entry === undefined || other === undefined) return entry ?? other;
  return compareEntryIds(entry, other) > 0 ? entry : other;
}

/** Reads entries up to the first that needs a newer release. */
export function toBatch(read: readonly TailEntry[]): ReadBatch {
  const entries: StreamEntry[] = [];
  const refused: RefusedEntry[] = [];
  for (const { id: entryId, fields } of read) {
    const entry = readEntry(entryId, fields);
    if (!("refused" in entry)) entries.push(entry);
    else if (entry.refused === "newer-version") {
      return { entries, refused, newer: { entryId, detail: entry.detail } };
    } else refused.push(refusal(entryId, fields, { ...entry, refused: entry.refused }));
  }
  return { entries, refused, newer: null };
}

/** Describes an entry that is refused. */
export function refusal(
  entryId: string,
  fields: readonly string[],
  { refused, detail }: { refused: RefusedEntry["reason"]; detail: string },
): RefusedEntry {
  const producer = fieldOf(fields, entryField.producer);
  const seq = Number(fieldOf(fields, entryField.seq) ?? Number.NaN);
  const isKnown = producer !== null && Number.isSafeInteger(seq);
  return {
    entryId,
    fields,
    details: [],
    producer: isKnown ? producer : null,
    seq: isKnown ? seq : null,
    reason: refused,
    detail,
  };
}

function fieldOf(fields: readonly string[], name: string): string | null {
  for (let at = 0; at + 1 < fields.length; at += 2) {
    if (fields[at] === name) return fields[at + 1] ?? null;
  }
  return null;
}
