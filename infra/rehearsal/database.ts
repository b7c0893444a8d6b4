import { containerOf, podman } from "./containers.ts";

const postgres = containerOf("postgres");

const digests = `select table_name || ' ' || (xpath('/row/c/text()', query_to_xml(format(
    'select count(*) || '' '' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), ''-'') as c from %I.%I t',
    table_schema, table_name), false, true, '')))[1]::text
  from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;

/** Returns the count and a digest of the rows of each table. */
export async function readRows(): Promise<string[]> {
  return (await query(digests)).split("\n");
}

/** Returns what the database answers to a query, without spaces around it. */
export async function query(text: string): Promise<string> {
  const psql = ["psql", "-U", "jetwire", "-d", "jetwire", "-tAc", text];
  return (await podman("exec", postgres, ...psql)).trim();
}
