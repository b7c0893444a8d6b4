import type { Sql } from "../connection/sql.ts";
import { quoted } from "../query/quoted.ts";
import type { TableToCopy } from "./backed-up-tables.ts";

/** The rows of a table in two figures. */
export interface RowsDigest {
  readonly rows: number;
  /** The sum of 64 bits of the MD5 of each row's text, in decimals. It does not depend on the order of rows. */
  readonly digest: string;
}

/**
 * Computes the digest of all rows of a table, part by part. Equal rows have the same one in any database and version of
 * Postgres, because it is computed of columns by name, and their texts do not depend on settings (`rowTextSettings`). It
 * finds damage; it is no proof against somebody who forges rows.
 *
 * @param run runs the query of one part
 */
export async function digestOf(
  { columns, parts }: TableToCopy,
  run: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>,
): Promise<RowsDigest> {
  let rows = 0;
  let sum = 0n;
  for (const part of parts) {
    const found = await run((sql) => digestOfPart(sql, part, columns));
    rows += found.rows;
    sum += BigInt(found.digest);
  }
  return { rows, digest: String(sum) };
}

async function digestOfPart(
  sql: Sql,
  part: string,
  columns: readonly string[],
): Promise<RowsDigest> {
  const row = columns.map(quoted).join(", ");
  const [found] = await sql.unsafe<RowsDigest[]>(
    `select count(*) as rows,
       coalesce(sum(('x' || left(md5(row(${row})::text), 16))::bit(64)::bigint::numeric), 0)::text as digest
     from only public.${quoted(part)}`,
  );
  if (found === undefined) throw new Error(`${part} cannot be read`);
  return found;
}
