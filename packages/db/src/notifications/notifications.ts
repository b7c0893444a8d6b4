import { MessageIds, type Notification, type NotificationType } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";
import { keyset, type Page } from "../query/keyset.ts";

export interface NotificationToAdd {
  readonly userId: string;
  readonly type: NotificationType;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
  /** There is at most one unread notification of a type per subject. */
  readonly subject?: string;
}

/** The most notifications of a user; the oldest are deleted first. */
const keptMax = 500;

const ids = new MessageIds(Date.now);

/** Makes the id of a notification. */
export function nextNotificationId(): string {
  return ids.next(0);
}

/** Deletes the oldest notifications of users who have more than are kept. */
export async function trimNotifications(sql: Sql, userIds: readonly string[]): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as place
        from notifications where user_id = any(${[...userIds]}::uuid[])
      ) as own where place > ${keptMax}
    )`;
}

/**
 * Stores a notification. Gateways push it: at once if the user's channel is woken, otherwise within
 * seconds, or when the user signs in.
 *
 * @returns false if there is no such user, or an unread one of the type and subject exists.
 */
export async function add(sql: Sql, added: NotificationToAdd): Promise<boolean> {
  const { userId, type, subject = null, title, body, data } = added;
  const rows = await sql`
    with expired as (
      delete from notifications where user_id = ${userId} and id in (
        select id from notifications where user_id = ${userId}
        order by id desc offset ${keptMax - 1}
      )
    )
    insert into notifications (id, user_id, type, subject, title, body, data)
    select ${ids.next(0)}, id, ${type}, ${subject}, ${title}, ${body}, ${sql.json(data)}
    from accounts where id = ${userId} and ended_at is null
    on conflict (user_id, type, subject) where read_at is null and subject is not null do nothing
    returning id`;
  return rows.length > 0;
}

/**
 * Claims notifications to push, oldest first. Each one is returned once, however many processes claim.
 * One that is not pushed after all stays unread in Postgres.
 */
export async function claim(
  sql: Sql,
  userIds: readonly string[],
  rowsMax: number,
): Promise<{ userId: string; notification: Notification }[]> {
  const rows = await sql<(Notification & { readonly userId: string })[]>`
    update notifications set pushed_at = now()
    where id in (
      select id from notifications
      where pushed_at is null and user_id in (select unnest(${[...userIds]}::uuid[]))
      order by id limit ${rowsMax} for update skip locked
    )
    returning id, user_id, type, title, body, data, created_at, read_at`;
  return rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ userId, ...notification }) => ({ userId, notification }));
}

/** @returns false when the user has no such notification; true also when it was read before. */
export async function markRead(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    update notifications set read_at = coalesce(read_at, now())
    where id = ${id} and user_id = ${userId}`;
  return count > 0;
}

/** A page of a user's notifications by id. */
export interface NotificationPage extends Page {
  readonly unread?: boolean | undefined;
  readonly type?: NotificationType | undefined;
}

/** Lists a user's notifications, newest first. */
export async function list(
  sql: Sql,
  userId: string,
  page: NotificationPage,
): Promise<Notification[]> {
  const { unread, type } = page;
  const { within, ordered, inOrder } = keyset(sql, page, ["id"]);
  const conditions = allOf(sql, [
    within,
    sql`user_id = ${userId}`,
    unread !== undefined && (unread ? sql`read_at is null` : sql`read_at is not null`),
    type !== undefined && sql`type = ${type}`,
  ]);
  const rows = await sql<Notification[]>`
    select id, type, title, body, data, created_at, read_at
    from notifications where ${conditions} ${ordered}`;
  return inOrder(rows);
}

/** Marks a notification and all older ones of its user as read. @returns how many hadn't been. */
export async function markReadUntil(sql: Sql, userId: string, until: string): Promise<number> {
  const { count } = await sql`
    update notifications set read_at = now()
    where user_id = ${userId} and id <= ${until} and read_at is null`;
  return count;
}
