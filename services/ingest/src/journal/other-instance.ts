import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@jetwire/runtime";
import { syncDirectory } from "./durable-file.ts";
import { type HighWater, openHighWater } from "./high-water.ts";

/** Reads which instance the rows of Postgres are of; null if Postgres does not answer. */
export type ReadInstance = () => Promise<string | null>;

const asideName = "other-instance";
const staysHere: ReadonlySet<string> = new Set(["lock", "damaged", asideName]);

/**
 * Opens what a journal has used. If Postgres has the rows of another instance now, as after a back-up was restored on a
 * new host, the ids in the entries are those of other stations: the journal is moved to `other-instance/`, and begins anew.
 */
export async function openOwnHighWater(
  directory: string,
  log: Logger,
  readInstance: ReadInstance = async () => null,
): Promise<HighWater> {
  const highWater = await openHighWater(directory, log);
  const { instance } = highWater;
  if (instance === undefined) return highWater;
  const present = await readInstance();
  if (present === null || present === instance) return highWater;
  const aside = await moveAside(directory, instance);
  log.warn(
    { instance, present, aside },
    "Postgres has another instance than the journal, whose messages were set aside: a back-up was restored",
  );
  return await openHighWater(directory, log);
}

/** Moves everything of a journal into a folder of its own below the journal. Returns its path. */
async function moveAside(directory: string, instance: string): Promise<string> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const aside = join(directory, asideName, `${time}-${instance.slice(0, 8)}`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const names = (await readdir(directory)).filter((name) => !staysHere.has(name));
  // What says which instance it is of goes last: a move that was interrupted is continued by the next start.
  names.sort((a, b) => Number(a.startsWith("high-water")) - Number(b.startsWith("high-water")));
  for (const name of names) await rename(join(directory, name), join(aside, name));
  await syncDirectory(aside);
  await syncDirectory(directory);
  return aside;
}
