/** The meaning of a line of a script. */
export type Statement =
  | { readonly kind: "copy"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "partition"; readonly part: string }
  | {
      readonly kind: "sequence";
      readonly name: string;
      readonly lastValue: number;
      readonly isCalled: boolean;
    }
  | { readonly kind: "end" }
  | { readonly kind: "nothing" };

/** Returns the first lines of a script. They let `psql` load it, too, as a superuser. */
export function scriptHead(migration: string): string {
  return [
    `-- Jetwire back-up, format 1, migration ${migration}`,
    "SET session_replication_role = replica;",
    "",
  ].join("\n");
}

const copyPattern = /^COPY public\."(\w+)" \(((?:"\w+"(?:, )?)+)\) FROM stdin;$/;
const partitionPattern = /^-- partition (\w+)$/;
const sequencePattern = /^SELECT setval\('public\."(\w+)"', (-?\d+), (true|false)\);$/;

/**
 * Reads a line. A script is data: only these forms are known, and none of them is run as SQL.
 *
 * @throws Error for any other line
 */
export function parseStatement(line: string): Statement {
  const [, table, columns] = copyPattern.exec(line) ?? [];
  if (table !== undefined && columns !== undefined) {
    return { kind: "copy", table, columns: columns.replaceAll('"', "").split(", ") };
  }
  const [, part] = partitionPattern.exec(line) ?? [];
  if (part !== undefined) return { kind: "partition", part };
  const [, name, lastValue, isCalled] = sequencePattern.exec(line) ?? [];
  if (name !== undefined) {
    return { kind: "sequence", name, lastValue: Number(lastValue), isCalled: isCalled === "true" };
  }
  if (line === "-- end") return { kind: "end" };
  if (line.startsWith("-- ") || line === "SET session_replication_role = replica;") {
    return { kind: "nothing" };
  }
  throw new Error(`the back-up has an unknown line: ${line.slice(0, 100)}`);
}
