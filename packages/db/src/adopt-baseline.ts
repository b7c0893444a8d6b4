import type { Sql } from "./connection/database.ts";

/** The first migration before the baseline. A database whose record has it was made by those. */
export const firstBefore = "0001-first";

/** The last one, and the SHA-256 of the names and checksums of all up to it. */
const last = { number: 53, name: "0053-retry-operator" };
const digest = "b475023772eac0fa9114bffd62ee82b1dde30431d820f504e8c55b26a1fcada0";

/**
 * Records the baseline for a database that the migrations before it made. These made the same schema, so only the
 * record is replaced.
 *
 * Databases of the time before the first release need it. It can be deleted, with its test and fixture, after the first
 * release: those databases are then brought to that release first.
 *
 * @returns whether the database was such a one
 * @throws Error when the database has an older or another schema.
 */
export async function adoptBaseline(
  pool: Sql,
  { number, name, checksum }: { number: number; name: string; checksum: string },
): Promise<boolean> {
  const [found] = await pool<{ number: number; name: string; digest: string }[]>`
    select max(number) as number, max(name) as name, encode(sha256(convert_to(
      string_agg(name || ' ' || checksum, ',' order by number), 'UTF8')), 'hex') as digest
    from schema_migrations having bool_or(name = ${firstBefore})`;
  if (found === undefined) return false;
  if (found.number < last.number) {
    throw new Error(
      `the database was migrated to ${found.name}; this version continues from ${last.name}, so run \`jetwire migrate\` ` +
        "of the last version before it first (docs/operations/upgrade.md, From a version before the first release)",
    );
  }
  if (found.digest !== digest) {
    throw new Error(
      `the database was migrated to ${found.name} by migrations that are not those of Jetwire, so its schema is not known`,
    );
  }
  // As one text: the server runs that as one transaction.
  await pool.unsafe(
    `delete from schema_migrations;
     insert into schema_migrations (number, name, checksum) values (${number}, '${name}', '${checksum}')`,
  );
  return true;
}
