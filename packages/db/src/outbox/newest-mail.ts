import type { SetupState } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Reads what became of the newest mail to an account; null if there is none. */
export async function readNewest(
  sql: Sql,
  accountId: string,
): Promise<SetupState["mail"]["newest"]> {
  const [row] = await sql<NonNullable<SetupState["mail"]["newest"]>[]>`
    select case when sent_at is not null then 'sent' when given_up_at is not null then 'given-up' else 'waiting' end
        as status,
      created_at, attempts, case when sent_at is null then last_answer end as answer
    from outbox where account_id = ${accountId} and recipient is not null
    order by created_at desc, id desc limit 1`;
  return row ?? null;
}
