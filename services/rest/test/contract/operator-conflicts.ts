import { registerStation, requestClaim } from "@jetwire/db";
import type { endpoints } from "@jetwire/protocol";
import { addKeyOwner, type RestUnderTest } from "../rest-under-test.ts";

/** A request that a state refuses. */
interface Conflicting {
  readonly path: string;
  readonly body: unknown;
}

const reason = "for a test";

/** For each endpoint of operators with the error `conflict`: makes such a state. */
export const operatorConflicts: Readonly<
  Partial<Record<keyof typeof endpoints, (rest: RestUnderTest) => Promise<Conflicting>>>
> = {
  decideClaim: async ({ database }) => {
    const { sql } = database.database;
    const { accountId } = await addKeyOwner(database, "late-claimant");
    const reception = { ident: "AB-OWNED", sourceType: "acars", simulated: false };
    const stationId = await registerStation(sql, reception);
    const requested = await requestClaim(sql, { stationId, accountId, note: null });
    const owner = await addKeyOwner(database, "early-claimant");
    await sql`update stations set account_id = ${owner.accountId} where id = ${stationId}`;
    const id = requested.status === "requested" ? requested.claim.id : "";
    return { path: `claims/${id}/decision`, body: { approved: true, reason } };
  },
};
