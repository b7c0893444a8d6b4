import * as db from "@jetwire/db";
import type { RowToExport } from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { createKeyedSemaphore } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/**
 * Export of an account.
 *
 * @param write reads the primary
 */
export function accountExportRoute(write: Read): Route {
  const permits = createKeyedSemaphore(1);

  async function* lines(accountId: string): AsyncGenerator<string> {
    using permit = permits.tryAcquire(accountId);
    if (permit === null) {
      throw new AppError("rate_limited", "An export of the account is running: wait for its end");
    }
    for await (const rows of db.erasures.exportAccount(write, accountId)) yield ndjson(rows);
  }

  return route(endpoints.exportMe, async (_request, { accountId }) => {
    const name = `jetwire-account-${new Date().toISOString().slice(0, 10)}.ndjson`;
    return {
      stream: lines(accountId),
      type: "application/x-ndjson",
      headers: { "Content-Disposition": `attachment; filename="${name}"` },
    };
  });
}

function ndjson(rows: readonly RowToExport[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
