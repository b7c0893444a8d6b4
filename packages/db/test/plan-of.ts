import postgres from "postgres";
import { rowReading } from "../src/connection/row-reading.ts";
import type { Sql } from "../src/index.ts";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly Node[];
}

/** How Postgres goes about a query. */
export interface Plan {
  /** Tables that are read from end to end. */
  readonly scanned: readonly string[];
  readonly indexes: readonly string[];
  readonly sorts: boolean;
}

/** The plan of the last query that `work` makes, for its very parameters or for any. */
export async function planOf(
  url: string,
  work: (sql: Sql) => Promise<unknown>,
  plans: "each" | "once" = "each",
): Promise<Plan> {
  let last: { text: string; parameters: unknown[] } | null = null;
  const pool = postgres(url, {
    max: 1,
    debug: (_connection, text, parameters) => (last = { text, parameters }),
    ...rowReading,
  });
  try {
    await work(pool);
    const { text, parameters } = last ?? { text: "", parameters: [] };
    const [row] = await (plans === "each"
      ? pool.unsafe<Explained[]>(`explain (format json) ${text}`, parameters as string[])
      : explainGeneric(pool, text, parameters));
    const nodes = row ? flat(row["QUERY PLAN"][0].Plan) : [];
    return {
      scanned: nodes
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"] ?? ""),
      indexes: nodes.map((node) => node["Index Name"] ?? "").filter((name) => name !== ""),
      sorts: nodes.some((node) => node["Node Type"].includes("Sort")),
    };
  } finally {
    await pool.end({ timeout: 5 });
  }
}

interface Explained {
  readonly "QUERY PLAN": [{ Plan: Node }];
}

/** Days that the parameters rule out are left out when it begins, and not in what comes back. */
async function explainGeneric(
  pool: Sql,
  text: string,
  parameters: readonly (string | null)[],
): Promise<Explained[]> {
  await pool.unsafe(`prepare asked as ${text}`);
  await pool`set plan_cache_mode = force_generic_plan`;
  const values = parameters.map((value) =>
    value === null ? "null" : `'${value.replaceAll("'", "''")}'`,
  );
  return await pool.unsafe<Explained[]>(`explain (format json) execute asked (${values.join()})`);
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
