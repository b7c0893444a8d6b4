import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { type Eligibility, endpoints } from "@jetwire/protocol";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, requireFound } from "./operator-actor.ts";

const listedMax = 1_000;

/** `/v1/operator/eligibility`: which accounts may issue themselves feeder keys. */
export function operatorEligibilityRoutes(write: Read): Route[] {
  return [
    route(endpoints.listEligibility, async () => {
      const rows = await write((sql) => db.eligibility.list(sql, listedMax));
      return {
        body: rows.map(({ accountId, username, ...row }) => ({
          account: { id: accountId, username },
          ...row,
        })),
      };
    }),
    route(endpoints.readEligibility, async ({ params: { id } }) => ({
      body: await write((sql) => compute(sql, id)),
    })),
    route(endpoints.setEligibility, async ({ params: { id }, body }, principal) => {
      const { eligible, until, reason } = body;
      const override = eligible === null ? null : { eligible, reason, until: until ?? null };
      const computed = await write(async (sql) => {
        requireFound(await db.accounts.findById(sql, id), "Account");
        await db.eligibility.setOverride(sql, id, override, actorOf(principal, reason));
        return await compute(sql, id);
      });
      return { body: computed };
    }),
  ];
}

async function compute(sql: Sql, accountId: string): Promise<Eligibility> {
  requireFound(await db.accounts.findById(sql, accountId), "Account");
  await db.eligibility.computeForAccount(sql, accountId);
  return await db.eligibility.readForAccount(sql, accountId);
}
