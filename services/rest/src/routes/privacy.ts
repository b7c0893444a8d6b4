import {
  beginAccountErasure,
  beginStationErasure,
  type Erasure as StoredErasure,
  type ExportedRow,
  exportAccount,
} from "@jetwire/db";
import { AppError, endpoints, type Erasure } from "@jetwire/protocol";
import type { RedisErasure } from "@jetwire/redis";
import { createKeyedSemaphore } from "@jetwire/runtime";
import type { AccountChanges } from "../admission/account-changes.ts";
import { refuseOldSignIn } from "../admission/recent-sign-in.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireProof, requireStation } from "./stations.ts";

/**
 * Export and erasure of an account, and erasure of a station.
 *
 * @param write reads and writes the primary
 */
export function privacyRoutes(
  write: Read,
  changes: AccountChanges,
  redisErasure: RedisErasure,
): Route[] {
  const permits = createKeyedSemaphore(1);

  async function* lines(accountId: string): AsyncGenerator<string> {
    using permit = permits.tryAcquire(accountId);
    if (permit === null) {
      throw new AppError("rate_limited", "An export of the account is running: wait for its end");
    }
    for await (const rows of exportAccount(write, accountId)) yield ndjson(rows);
  }

  return [
    route(endpoints.exportMe, async (_request, { accountId }) => {
      const name = `jetwire-account-${new Date().toISOString().slice(0, 10)}.ndjson`;
      return {
        stream: lines(accountId),
        type: "application/x-ndjson",
        headers: { "Content-Disposition": `attachment; filename="${name}"` },
      };
    }),
    route(endpoints.eraseMe, async ({ body }, principal) => {
      const { accountId, username } = principal;
      refuseOldSignIn(principal);
      const expected = [accountId, username.toLowerCase()];
      if (!expected.includes(body.confirm.toLowerCase())) {
        throw unconfirmed("the username or the id of your account");
      }
      const actor = { kind: "account", id: accountId } as const;
      const erasure = await write((sql) => beginAccountErasure(sql, accountId, actor));
      if (erasure === null) throw new Error("the account of a credential does not exist");
      changes.accountChanged(accountId);
      // Chores does it again, so a failure is not an error.
      redisErasure.account(accountId).catch(() => {});
      return { body: toErasure(erasure) };
    }),
    route(endpoints.eraseStation, async ({ params: { id }, body }, principal) => {
      refuseOldSignIn(principal);
      const { accountId } = principal;
      const begun = await write(async (sql) => {
        const station = await requireStation(sql, id, accountId);
        await requireProof(sql, { id, accountId }, "be erased");
        if (station.ident !== body.confirm) throw unconfirmed("the ident of the station");
        const actor = { kind: "account", id: accountId } as const;
        return await beginStationErasure(sql, id, accountId, actor);
      });
      if (begun === null) throw new AppError("not_found", "Your account has no such station");
      redisErasure.station(id).catch(() => {});
      return { body: toErasure(begun.erasure) };
    }),
  ];
}

function ndjson(rows: readonly ExportedRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function unconfirmed(expected: string): AppError {
  const message = `must be ${expected}`;
  return new AppError("invalid_request", `confirm ${message}`, {
    errors: [{ field: "confirm", message }],
  });
}

function toErasure({ id, kind, requestedAt, finishedAt, counts }: StoredErasure): Erasure {
  return {
    id,
    kind,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts,
  };
}
