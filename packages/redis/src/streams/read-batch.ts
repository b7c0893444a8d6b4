import { entryField, type EntryRefusal, readEntry, type StreamEntry } from "@jetwire/protocol";

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
  /** Entries that were pending but are no longer in the stream: lost, an alarm. */
  readonly missing: readonly string[];
  /** An entry that only a newer release can read. The batch ends before it, and it stays pending. */
  readonly newer: NewerEntry | null;
}

/** An entry of a version that this release does not know. */
export interface NewerEntry {
  readonly entryId: string;
  readonly detail: string;
}

/** An entry as Redis returns it; without fields if it is not in the stream any more. */
export type RawEntry = [id: string, fields: string[] | null];

export const emptyBatch: ReadBatch = { entries: [], refused: [], missing: [], newer: null };

export function isEmpty({ entries, refused, missing }: ReadBatch): boolean {
  return entries.length + refused.length + missing.length === 0;
}

/** Returns the ids of everything in a batch that was worked on. */
export function idsOf({ entries, refused, missing }: ReadBatch): string[] {
  const worked = [...entries, ...refused].map(({ entryId }) => entryId);
  return [...worked, ...missing];
}

/** Reads entries up to the first that needs a newer release. */
export function toBatch(raw: readonly RawEntry[]): ReadBatch {
  const entries: StreamEntry[] = [];
  const refused: RefusedEntry[] = [];
  const missing: string[] = [];
  for (const [entryId, fields] of raw) {
    if (fields === null) {
      missing.push(entryId);
      continue;
    }
    const entry = readEntry(entryId, fields);
    if (!("refused" in entry)) entries.push(entry);
    else if (entry.refused === "newer-version") {
      return { entries, refused, missing, newer: { entryId, detail: entry.detail } };
    } else refused.push(refusal(entryId, fields, { ...entry, refused: entry.refused }));
  }
  return { entries, refused, missing, newer: null };
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
