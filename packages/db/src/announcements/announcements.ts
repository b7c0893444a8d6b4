import type { Announcement, ListedAnnouncement } from "@jetwire/protocol";
import { type Actor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/** The most announcements that are in force or planned at a time. */
export const waitingMax = 20;
const listedMax = 100;

/** Lists announcements that are in force, newest first. */
export async function listCurrent(sql: Sql): Promise<Announcement[]> {
  return await sql<Announcement[]>`
    select id, text, level, begins_at as from, ends_at as until from announcements
    where begins_at <= now() and (ends_at is null or ends_at > now()) and ended_at is null
    order by begins_at desc, id limit ${waitingMax}`;
}

/** Lists announcements, newest first, also those that have ended. */
export async function list(sql: Sql, id?: string): Promise<ListedAnnouncement[]> {
  return await sql<ListedAnnouncement[]>`
    select id, text, level, begins_at as from, ends_at as until, created_at,
      ended_at, notified, coalesce((
        select a.username from accounts a where a.id::text = published_by
      ), published_by) as by
    from announcements ${id === undefined ? sql`` : sql`where id = ${id}`}
    order by created_at desc, id limit ${listedMax}`;
}

/** Publishes an announcement. @returns null if there are `waitingMax` already */
export async function publish(
  sql: Sql,
  added: Omit<Announcement, "id">,
  actor: Actor,
): Promise<{ id: string } | null> {
  const { text, level, from, until } = added;
  const by = actor.kind === "account" ? actor.id : actor.name;
  const object = { kind: "announcement", id: sql`added.id` };
  const about = { actor, action: "announcement.publish", object, details: { level } };
  const [row] = await sql<{ id: string }[]>`
    with added as (
      insert into announcements (text, level, begins_at, ends_at, published_by)
      select ${text}, ${level}, ${from}::timestamptz, ${until}::timestamptz, ${by}
      where ${waitingMax} > (
        select count(*) from announcements
        where ended_at is null and (ends_at is null or ends_at > now())
      )
      returning id
    ), recorded as (${recordAction(sql, about, sql`from added`)})
    select id from added`;
  return row ?? null;
}

/** Ends an announcement. @returns false if there is none that has not ended */
export async function end(sql: Sql, id: string, actor: Actor): Promise<boolean> {
  const about = { actor, action: "announcement.end", object: { kind: "announcement", id } };
  const rows = await sql`
    with ended as (
      update announcements set ended_at = now() where id = ${id} and ended_at is null returning id
    ), recorded as (${recordAction(sql, about, sql`from ended`)})
    select id from ended`;
  return rows.length > 0;
}

/** An announcement that some users are not notified of yet. */
export interface AnnouncementToNotify extends Announcement {
  /** The last account that was notified, in the order of ids. */
  readonly notifiedUpTo: string | null;
}

/** Lists announcements in force that some users are not notified of yet, oldest first. */
export async function listToNotify(sql: Sql): Promise<AnnouncementToNotify[]> {
  return await sql<AnnouncementToNotify[]>`
    select id, text, level, begins_at as from, ends_at as until, notified_up_to
    from announcements
    where notified_all_at is null and begins_at <= now() and ended_at is null
      and (ends_at is null or ends_at > now())
    order by begins_at limit ${waitingMax}`;
}

/** Lists the ids of accounts after one, in their order, without those that have ended. */
export async function accountsAfter(
  sql: Sql,
  id: string | null,
  rowsMax: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from accounts
    where ended_at is null and (${id}::uuid is null or id > ${id}) order by id limit ${rowsMax}`;
  return rows.map((row) => row.id);
}

/** Records which users were notified; `upTo` null: all of them. */
export async function recordNotified(
  sql: Sql,
  id: string,
  { upTo, count }: { readonly upTo: string | null; readonly count: number },
): Promise<void> {
  await sql`
    update announcements set notified = notified + ${count},
      notified_up_to = coalesce(${upTo}::uuid, notified_up_to),
      notified_all_at = case when ${upTo}::uuid is null then now() end
    where id = ${id}`;
}

/** Deletes announcements that were made before `cutoff` and have ended, at most `rowsMax`. */
export async function deleteEnded(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from announcements where id in (
      select id from announcements where created_at < ${cutoff}
        and (ended_at is not null or ends_at < now())
      limit ${rowsMax}
    )`;
  return count;
}
