import type { Sql } from "./database.ts";

/**
 * Checks that the server reports a commit only once the data is on disk. A server whose setting
 * `jetwire.expendable` is on, as that of the tests, may lose its data.
 *
 * @throws Error that names each setting that is off.
 */
export async function checkDurability(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
      and current_setting('jetwire.expendable', true) is distinct from 'on'
    order by name`;
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(", ");
  throw new Error(`Postgres would lose committed messages in a power failure: ${names} is off`);
}
