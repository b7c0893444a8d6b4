import * as db from "@jetwire/db";
import type { NamedCount } from "@jetwire/db";
import { labelMeanings, type Tally } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";

const meanings = new Map(labelMeanings.map(({ label, meaning }) => [label, meaning]));

/** Adds to counts what their names mean: of labels and airlines. */
export async function titled(
  read: Read,
  kind: string,
  counts: readonly NamedCount[],
): Promise<Tally[]> {
  const titles = kind === "label" ? meanings : kind === "airline" ? await airlines() : null;
  return counts.map((count) => ({ ...count, title: titles?.get(count.name ?? "") ?? null }));

  async function airlines(): Promise<ReadonlyMap<string, string>> {
    const codes = counts.map(({ name }) => name).filter((name) => name !== null);
    return await read((sql) => db.airlines.namesOf(sql, codes));
  }
}
