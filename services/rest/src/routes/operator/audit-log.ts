import * as db from "@jetwire/db";
import type { AuditPage, RecordedAction } from "@jetwire/db";
import { AppError, type AuditEntry, endpoints } from "@jetwire/protocol";
import { createKeyedSemaphore } from "@jetwire/runtime";
import type { Read } from "../../database-reader.ts";
import { pageOf } from "../../http/page-links.ts";
import { type Route, route } from "../../route.ts";

const batchRows = 1_000;
const linesMax = 1_000_000;

/** The filters of the audit log in a query. */
interface AuditQuery {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object_kind?: string | undefined;
  readonly object_id?: string | undefined;
  readonly since?: string | undefined;
}

/** `/v1/operator/audit-log`: what operators and owners did. */
export function auditLogRoutes(write: Read): Route[] {
  const permits = createKeyedSemaphore(1);

  async function* lines(query: AuditQuery, accountId: string): AsyncGenerator<string> {
    using permit = permits.tryAcquire(accountId);
    if (permit === null) {
      throw new AppError("rate_limited", "An export of yours is running: wait for its end");
    }
    let before: number | undefined;
    for (let left = linesMax; left > 0; left -= batchRows) {
      const page = { ...filterOf(query), before, limit: Math.min(batchRows, left) };
      const rows = await write((sql) => db.audit.listActions(sql, page));
      yield rows.map((row) => `${JSON.stringify(toEntry(row))}\n`).join("");
      before = rows.at(-1)?.id;
      if (rows.length < page.limit) return;
    }
  }

  return [
    route(endpoints.listAuditLog, async (request) => {
      const { limit, before, after, ...query } = request.query;
      const page = { ...filterOf(query), before, after, limit: limit + 1 };
      const rows = await write((sql) => db.audit.listActions(sql, page));
      return pageOf(rows.map(toEntry), request);
    }),
    route(endpoints.exportAuditLog, async ({ query }, { accountId }) => {
      const name = `jetwire-audit-log-${new Date().toISOString().slice(0, 10)}.ndjson`;
      return {
        stream: lines(query, accountId),
        type: "application/x-ndjson",
        headers: { "Content-Disposition": `attachment; filename="${name}"` },
      };
    }),
  ];
}

function filterOf({ object_kind, object_id, since, ...query }: AuditQuery): Partial<AuditPage> {
  return {
    ...query,
    objectKind: object_kind,
    objectId: object_id,
    since: since === undefined ? undefined : new Date(since),
  };
}

function toEntry({
  objectKind,
  objectId,
  objectName,
  details,
  ...row
}: RecordedAction): AuditEntry {
  const { reason, ...others } = details;
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    actorKind: row.actorKind,
    action: row.action,
    object: { kind: objectKind, id: objectId, name: objectName },
    reason: typeof reason === "string" ? reason : null,
    details: others,
  };
}
