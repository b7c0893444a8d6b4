import { fileEndings, Manifest, parseFileName } from "./manifest.ts";
import type { Store } from "./stores/store.ts";

const manifestBytesMax = 1 << 20;

/** The content of a store. */
export interface Catalog {
  /** Back-ups with a manifest, newest first. */
  readonly backups: readonly Manifest[];
  /** The files of back-ups with a manifest, by the name of the back-up. */
  readonly stored: ReadonlyMap<string, StoredState>;
  /** Manifests that cannot be read, and why, by the name of the back-up. */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
  /** Files of back-ups without a manifest, as an interruption leaves them; `changedAtMs` of the newest. */
  readonly unfinished: readonly {
    readonly name: string;
    readonly files: readonly string[];
    readonly changedAtMs: number;
  }[];
}

/** The state of the files of a back-up, as a list of the store shows it without reading them. */
interface StoredState {
  /** The time of the newest of them, the manifest aside. */
  readonly changedAtMs: number;
  /** Whether all are there and as long as the manifest says. */
  readonly isComplete: boolean;
}

/** Reads the manifests of a store. */
export async function readCatalog(store: Store): Promise<Catalog> {
  const files = (await store.list()).flatMap((file) => {
    const parsed = parseFileName(file.name);
    return parsed === null ? [] : [{ ...file, file: file.name, ...parsed }];
  });
  const backups: Manifest[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  const unfinished: Catalog["unfinished"][number][] = [];
  const stored = new Map<string, StoredState>();
  for (const [name, own] of Map.groupBy(files, (one) => one.name)) {
    if (!own.some(({ ending }) => ending === fileEndings.manifest)) {
      const changedAtMs = Math.max(...own.map((one) => one.changedAtMs));
      unfinished.push({ name, files: own.map(({ file }) => file), changedAtMs });
      continue;
    }
    const read = await readManifest(store, name);
    if ("reason" in read) unreadable.push({ name, reason: read.reason });
    else {
      backups.push(read.manifest);
      stored.set(name, storedState(read.manifest, own));
    }
  }
  const newestFirst = backups.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt));
  return { backups: newestFirst, stored, unreadable, unfinished };
}

function storedState(
  { database, secrets }: Manifest,
  files: readonly { ending: string; bytes: number; changedAtMs: number }[],
): StoredState {
  const expected = [
    { ending: fileEndings.database, bytes: database.bytes },
    ...(secrets === null ? [] : [{ ending: fileEndings.secrets, bytes: secrets.bytes }]),
  ];
  const found = files.filter(({ ending }) => ending !== fileEndings.manifest);
  return {
    changedAtMs: Math.max(0, ...found.map(({ changedAtMs }) => changedAtMs)),
    isComplete: expected.every(({ ending, bytes }) =>
      found.some((file) => file.ending === ending && file.bytes === bytes),
    ),
  };
}

async function readManifest(
  store: Store,
  name: string,
): Promise<{ readonly manifest: Manifest } | { readonly reason: string }> {
  const text = await readText(store, `${name}${fileEndings.manifest}`);
  try {
    const manifest = Manifest.parse(JSON.parse(text));
    if (manifest.name !== name) return { reason: `its manifest is that of ${manifest.name}` };
    return { manifest };
  } catch {
    return { reason: "its manifest is damaged, or of a newer version" };
  }
}

async function readText(store: Store, file: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of store.read(file)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > manifestBytesMax) return "";
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Writes a manifest, from which on the back-up counts. */
export async function writeManifest(store: Store, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await store.write(`${manifest.name}${fileEndings.manifest}`, oneChunk(Buffer.from(text)));
}

/** Removes a back-up: its manifest first, so that a part of it never counts. */
export async function removeBackup(store: Store, name: string): Promise<void> {
  const { manifest, database, secrets } = fileEndings;
  for (const ending of [manifest, database, secrets]) await store.remove(`${name}${ending}`);
}

/** Makes a stream of one chunk. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
