import type { ClaimEvidence } from "@jetwire/protocol";
import { recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** The result of judging a claimant's network: what the claimant gets, or why nothing. */
export type ClaimProof = ClaimEvidence["result"] | "owned";

/**
 * Gives a station to the account of a pending claim if the hours in which a network sent under its ident
 * prove it (`judge_network`), or provisionally in the first days of the station.
 */
export async function prove(
  sql: Sql,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  network: Uint8Array,
): Promise<ClaimProof> {
  const recorded = (action: string, proof: "proven" | "provisional") =>
    recordAction(
      sql,
      {
        actor: { kind: "account", id: accountId },
        action,
        object: { kind: "station", id: sql`c.station_id` },
        accountId,
        details: { claimId: id },
      },
      sql`from proved join station_claims c on c.id = ${id} where proof = ${proof}`,
    );
  const [row] = await sql<{ proof: ClaimProof }[]>`
    with proved as materialized (select prove_claim(${id}, ${network}) as proof),
    recorded_proof as (${recorded("claim.prove", "proven")}),
    recorded_provisional as (${recorded("claim.provisional", "provisional")})
    select proof from proved`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row.proof;
}

/** A claim whose network proves it by now. */
export interface ProvableClaim {
  readonly id: string;
  readonly accountId: string;
  readonly network: Uint8Array;
  readonly stationId: number;
  readonly ident: string;
}

/** Lists claims that have waited until their networks prove them, at most `rowsMax`. */
export async function listProvable(sql: Sql, rowsMax: number): Promise<ProvableClaim[]> {
  return await sql<ProvableClaim[]>`
    select c.id, c.account_id, c.network, s.id as station_id, s.ident
    from station_claims c
    join stations s on s.id = c.station_id
    join accounts a on a.id = c.account_id and a.ended_at is null
    cross join lateral judge_network(s.id, c.network) as judged
    where c.decided_at is null and c.network is not null and judged.result = 'proven'
      and (s.account_id is null or (s.account_id = c.account_id and not s.owner_proven))
    order by c.created_at, c.id limit ${rowsMax}`;
}
