import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { containerOf, podman } from "./containers.ts";

const postgres = containerOf("postgres");

/** Writes the database to files: the roles, and everything else in the format of pg_restore. Returns their size, bytes. */
export async function backUp(folder: string): Promise<number> {
  const roles = await podman("exec", postgres, "pg_dumpall", "-U", "jetwire", "--globals-only");
  writeFileSync(join(folder, "roles.sql"), roles);
  const dump = ["pg_dump", "-U", "jetwire", "-Fc", "-f", "/tmp/jetwire.dump", "jetwire"];
  await podman("exec", postgres, ...dump);
  await podman("cp", `${postgres}:/tmp/jetwire.dump`, join(folder, "jetwire.dump"));
  return roles.length + statSync(join(folder, "jetwire.dump")).size;
}

/** Reads the files of `backUp` into an empty database. */
export async function restore(folder: string): Promise<void> {
  const psql = ["psql", "-U", "jetwire", "-d", "jetwire", "-q"];
  await feedTo(psql, readFileSync(join(folder, "roles.sql")));
  const pgRestore = ["pg_restore", "-U", "jetwire", "-d", "jetwire"];
  await feedTo(pgRestore, readFileSync(join(folder, "jetwire.dump")));
}

async function feedTo(command: readonly string[], input: Buffer): Promise<void> {
  const child = spawn("podman", ["exec", "-i", postgres, ...command], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command[0]} ended with status ${String(code)}`);
}

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
