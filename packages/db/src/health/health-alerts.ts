import type { HealthAlertChange, HealthAlerts } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import { isPerson } from "../api-keys/host-key.ts";
import type { Sql } from "../connection/database.ts";

/** The type of notification by which operators learn of faults. */
const type = "service.health";
const operatorsMax = 200;

/** An operator to notify. */
export interface HealthRecipient {
  readonly accountId: string;
  readonly minimum: HealthAlerts["minimum"];
  /** The address to which mails go; null if the operator wants none, or has not confirmed an address. */
  readonly to: string | null;
}

/** Returns the operators, with what each wants to be notified of. */
export async function recipients(sql: Sql): Promise<HealthRecipient[]> {
  return await sql<HealthRecipient[]>`
    select a.id as account_id, coalesce(h.minimum, 'warning') as minimum,
      case when a.email_confirmed_at is not null and coalesce(h.mail, true) then a.email end as to
    from accounts a left join health_alerts h on h.account_id = a.id
    where a.role = 'operator' and a.ended_at is null and a.banned_at is null and ${isPerson(sql)}
    order by a.created_at, a.id limit ${operatorsMax}`;
}

/** Lists what operators are notified of, and where; of one account if its id is given. */
export async function list(sql: Sql, accountId?: string): Promise<Omit<HealthAlerts, "mails">[]> {
  return await sql<Omit<HealthAlerts, "mails">[]>`
    select a.id, a.username, coalesce(h.minimum, 'warning') as minimum, coalesce(h.mail, true) as mail,
      a.email is not null and a.email_confirmed_at is not null as has_address,
      coalesce((
        select json_agg(json_build_object(
          'id', d.id, 'name', d.name, 'channel', d.channel, 'enabled', d.enabled, 'chosen', ${type} = any(d.types)
        ) order by d.created_at, d.id)
        from destinations d where d.account_id = a.id
      ), '[]') as destinations
    from accounts a left join health_alerts h on h.account_id = a.id
    where a.role = 'operator' and a.ended_at is null and ${isPerson(sql)}
      ${accountId === undefined ? sql`` : sql`and a.id = ${accountId}`}
    order by a.created_at, a.id limit ${operatorsMax}`;
}

/** Changes what an operator is notified of. @returns false if the account is no operator */
export async function change(
  sql: Sql,
  accountId: string,
  { minimum, mail, destinationIds }: HealthAlertChange,
  actor: Actor,
): Promise<boolean> {
  const object = { kind: "account", id: accountId };
  const details = { minimum, mail, destinations: destinationIds?.length };
  const about = { actor, action: "health-alerts.change", object, accountId, details };
  const given = destinationIds === undefined ? null : [...destinationIds];
  const rows = await sql`
    with operator as materialized (
      select id from accounts where id = ${accountId} and role = 'operator' and ended_at is null
    ), changed as (
      insert into health_alerts as h (account_id, minimum, mail)
      select id, coalesce(${minimum ?? null}::text, 'warning'), coalesce(${mail ?? null}::boolean, true) from operator
      on conflict (account_id) do update set
        minimum = coalesce(${minimum ?? null}::text, h.minimum), mail = coalesce(${mail ?? null}::boolean, h.mail)
    ), chosen as (
      update destinations set types = case when id = any(${given}::uuid[])
        then array_append(types, ${type}::text) else array_remove(types, ${type}::text) end
      where account_id in (select id from operator) and ${given}::uuid[] is not null
        and (${type}::text = any(types)) <> (id = any(${given}::uuid[]))
    ), recorded as (${recordAction(sql, about, sql`from operator`)})
    select id from operator`;
  return rows.length > 0;
}
