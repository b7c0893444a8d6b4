import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { AppError, endpoints, type ProcessReport } from "@jetwire/protocol";
import type { ProcessStore } from "@jetwire/redis";
import { CachedValue } from "@jetwire/runtime";
import type { Read } from "../../database-reader.ts";
import { createOverview, type MeasuredOverview } from "../../overview/measure-overview.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, type OperatorPrincipal } from "./operator-actor.ts";

/** Several operators may look at the page at once. */
const ttlMs = 1_000;
const lastGateway =
  "No other gateway accepts connections: start one or undo the drain of one first, or set `force=true` to disconnect all clients";

/** `/v1/operator/overview`, and the drain of gateways. */
export function overviewRoutes(write: Read, sources: MeasuredOverview): Route[] {
  const { processes } = sources.stores;
  const overview = new CachedValue(createOverview(sources), { ttlMs });

  async function drain(
    id: string,
    { isDrained, isForced = false }: { isDrained: boolean; isForced?: boolean | undefined },
    principal: OperatorPrincipal,
  ): Promise<ProcessReport> {
    const gateway = await findGateway(processes, id);
    const { replica, draining } = gateway;
    const result = await processes.drain(replica, isDrained, isForced).catch(toUnavailable);
    if (result === "unknown") throw new AppError("not_found", "The gateway has ended");
    if (result === "last") throw new AppError("conflict", lastGateway);
    overview.forget();
    try {
      await write((sql) => recordDrain(sql, gateway, isDrained, principal));
    } catch (error) {
      // Nothing is done that the audit log does not have.
      await processes.drain(replica, draining, true).catch(toUnavailable);
      throw error;
    }
    return { ...gateway, draining: isDrained };
  }

  return [
    route(endpoints.readOverview, async () => ({ body: await overview.get() })),
    route(endpoints.drainGateway, async ({ params, query }, principal) => ({
      body: await drain(params.replica, { isDrained: true, isForced: query.force }, principal),
    })),
    route(endpoints.undoGatewayDrain, async ({ params }, principal) => ({
      body: await drain(params.replica, { isDrained: false }, principal),
    })),
  ];
}

/** @throws AppError `not_found`, `unavailable` */
async function findGateway(processes: ProcessStore, id: string): Promise<ProcessReport> {
  const all = await processes.list().catch(toUnavailable);
  const gateway = all.find((one) => one.id === id && one.service === "gateway");
  if (gateway === undefined) throw new AppError("not_found", "There is no such gateway");
  return gateway;
}

async function recordDrain(
  sql: Sql,
  { id }: ProcessReport,
  isDrained: boolean,
  principal: OperatorPrincipal,
): Promise<void> {
  const action = isDrained ? "gateway.drain" : "gateway.undo-drain";
  await db.audit.recordAction(sql, {
    actor: actorOf(principal),
    action,
    object: { kind: "gateway", id },
  });
}

function toUnavailable(cause: unknown): never {
  throw new AppError("unavailable", "Redis does not answer, try again shortly", { cause });
}
