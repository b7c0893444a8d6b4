import type { Eligibility } from "@jetwire/protocol";
import type { Sql } from "./database.ts";

const feedingDaysMin = 7;
/** Stations fall silent at night. */
const silentHoursMax = 24;

/** Which of an account's stations make it eligible for a feeder key, and what the others lack. */
export async function accountEligibility(sql: Sql, accountId: string): Promise<Eligibility> {
  const rows = await sql<
    { id: number; ident: string; visible: boolean; active: boolean; days: boolean }[]
  >`
    select id, ident, not hidden as visible,
      coalesce(last_heard_at > now() - make_interval(hours => ${silentHoursMax}), false) as active,
      coalesce(first_heard_at <= now() - make_interval(days => ${feedingDaysMin}), false) as days
    from stations where account_id = ${accountId} order by id`;
  const stations = rows.map(({ id, ident, ...has }) => {
    const lacks = (["visible", "active", "days"] as const).filter((condition) => !has[condition]);
    return { id, ident, eligible: lacks.length === 0, lacks };
  });
  return { eligible: stations.some(({ eligible }) => eligible), stations };
}
