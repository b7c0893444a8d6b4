import postgres from "postgres";
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

/** The plan of the last query that `work` makes, for its very parameters. */
export async function planOf(url: string, work: (sql: Sql) => Promise<unknown>): Promise<Plan> {
  let last: { text: string; parameters: unknown[] } | null = null;
  const pool = postgres(url, {
    max: 1,
    debug: (_connection, text, parameters) => (last = { text, parameters }),
    // As `openDatabase` has it.
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  try {
    await work(pool);
    const { text, parameters } = last ?? { text: "", parameters: [] };
    const [row] = await pool.unsafe<{ "QUERY PLAN": [{ Plan: Node }] }[]>(
      `explain (format json) ${text}`,
      parameters as string[],
    );
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

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
