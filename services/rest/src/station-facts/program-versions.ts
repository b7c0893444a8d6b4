import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import type { StationStatus } from "@jetwire/protocol";

/** The members in which decoder programs name themselves and their version. */
const paths = [["app"], ["vdl2", "app"], ["hfdl", "app"], ["source", "app"]] as const;
const versionForm = /^[\w.+~-]{1,32}$/;
/** Longer objects are not read: they are whole pictures of a message, and versions are the same in all. */
const rawCharsMax = 100_000;

/**
 * Returns decoder programs with the versions that their latest raw objects name.
 *
 * @param latest the programs, each with the id of a message
 */
export async function readPrograms(
  sql: Sql,
  latest: ReadonlyMap<string, string>,
): Promise<StationStatus["programs"]> {
  if (latest.size === 0) return [];
  const raws = await db.messages.rawsById(sql, [...latest.values()]);
  return [...latest].map(([name, id]) => ({ name, version: versionOf(raws.get(id) ?? "") }));
}

/** Returns null unless a decoder's object names a version of the usual form. */
export function versionOf(raw: string): string | null {
  if (raw.length > rawCharsMax) return null;
  try {
    const object: unknown = JSON.parse(raw);
    for (const path of paths) {
      const app = path.reduce<unknown>((part, name) => memberOf(part, name), object);
      const version = memberOf(app, "ver") ?? memberOf(app, "version");
      if (typeof version === "string" && versionForm.test(version)) return version;
    }
  } catch {
    // Raw objects are text that a station sent.
  }
  return null;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
