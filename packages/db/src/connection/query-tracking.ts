import type postgres from "postgres";
import type { Sql } from "./sql.ts";

type Query = postgres.PendingQuery<postgres.Row[]>;

/**
 * Returns a view of `pool` that remembers its queries. It refuses `begin`: queries inside are not
 * seen, and a connection lost inside ends the process, because the rollback writes to a closed socket.
 */
export function trackQueries(pool: Sql) {
  const started: Query[] = [];
  const sql = new Proxy(pool, {
    get(target, name) {
      if (name === "begin") throw new Error("use one statement: begin may end the process");
      return Reflect.get(target, name) as unknown;
    },
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target, self, args);
      if (isQuery(made)) started.push(made);
      return made;
    },
  });
  return {
    sql,
    /** Returns the queries that were started through `sql`. */
    unfinished: (): readonly Query[] => started,
  };
}

function isQuery(made: unknown): made is Query {
  return made instanceof Promise && "cancel" in made;
}

/**
 * Asks the server to cancel a query that it is executing. Other queries are left alone: cancelling
 * one that waits for a connection makes that connection unusable.
 *
 * The library's own `cancel()` discards the promise of its request, so a server that refuses the
 * connection would end the process with an unhandled rejection; its canceller is called directly.
 */
export function cancelQuery(query: Query): void {
  const { canceller, active } = query as unknown as { canceller?: unknown; active?: unknown };
  if (typeof canceller !== "function" || active !== true) return;
  Promise.resolve(canceller(query)).catch(() => {});
}
