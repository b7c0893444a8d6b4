import { processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";
import { feederTier, starterTier } from "./tiers.ts";

/** A starter key that became a feeder key. */
export interface UpgradedKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly hint: string;
}

/**
 * Turns active starter keys into feeder keys, at most `rowsMax`, if their account has an eligible
 * station as computed last, or an override of the operator that makes them eligible.
 */
export async function upgradeStarters(sql: Sql, rowsMax: number): Promise<UpgradedKey[]> {
  const about = {
    actor: processActor,
    action: "key.upgrade",
    object: { kind: "key", id: sql`key_id` },
    accountId: sql`account_id`,
    details: { tier: feederTier },
  };
  return await sql<UpgradedKey[]>`
    with due as (
      select k.id from api_keys k
      join accounts a on a.id = k.account_id and a.ended_at is null
      left join eligibility_overrides o
        on o.account_id = a.id and (o.until is null or o.until > now())
      where k.tier = ${starterTier} and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        and coalesce(o.eligible, exists (
          select from stations s join station_eligibility e on e.station_id = s.id
          where s.account_id = a.id and e.lacks = '{}'
        ))
      order by k.id limit ${rowsMax}
    ), upgraded as (
      update api_keys set tier = ${feederTier} from due
      where api_keys.id = due.id and tier = ${starterTier}
      returning api_keys.id as key_id, account_id, hint
    ), recorded as (${recordAction(sql, about, sql`from upgraded`)})
    select key_id, account_id, hint from upgraded`;
}
