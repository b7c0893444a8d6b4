import { createTestDatabase } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { fillMessages } from "../src/rest/rows.ts";

test("the filled table has the indexes of a migrated one, on each partition", async () => {
  await using at = await createTestDatabase();
  const { sql } = at.database;
  const indexes = async (table: string) => {
    const rows = await sql<{ definition: string }[]>`
      select regexp_replace(indexdef, '^.* USING ', '') as definition
      from pg_indexes where tablename = ${table}`;
    return rows.map(({ definition }) => definition).toSorted();
  };
  const migrated = await indexes("messages");

  await fillMessages(sql, 0, 2_000);

  const partitions = await sql<{ name: string; rows: number }[]>`
    select inhrelid::regclass::text as name, reltuples::integer as rows
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'messages'::regclass`;
  expect(await indexes("messages")).toEqual(migrated);
  expect(partitions.reduce((sum, { rows }) => sum + Math.max(rows, 0), 0)).toBe(2_000);
  for (const { name } of partitions) expect(await indexes(name)).toEqual(migrated);
});
