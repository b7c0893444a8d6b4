import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

type LinkKind = "sign-in" | "sign-up" | "invitation" | "email-change";

/** A link to make. Only its SHA-256 is stored. */
export interface LinkToAdd {
  readonly tokenHash: Uint8Array;
  readonly kind: LinkKind;
  /** The account that it opens; none if it makes one. */
  readonly accountId?: string | undefined;
  /** The name of the account that it makes. */
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  /** SHA-256 of the invitation that is spent with it. */
  readonly invitationHash?: Uint8Array | undefined;
  /** SHA-256 of the cookie of the browser that asked for it. */
  readonly browserHash?: Uint8Array | undefined;
  readonly seconds: number;
}

/** A link as it is shown before it is used. */
export interface StoredLink {
  readonly kind: LinkKind;
  /** The account that it opens; null if it makes one. */
  readonly accountId: string | null;
  /** The name of its account, or the one that was asked for. */
  readonly username: string | null;
  readonly email: string | null;
  readonly browserHash: Uint8Array | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
  /** Whether its user has signed out everywhere since, or has another address. */
  readonly isWithdrawn: boolean;
}

/**
 * The result of using a link. It is spent if it opened or made an account, or changed an address; in
 * all other cases nothing has changed.
 */
export type SpentLink =
  | { readonly status: "opened" | "made" | "changed"; readonly accountId: string }
  | {
      readonly status:
        | "used"
        | "expired"
        | "withdrawn"
        | "unknown"
        | "name-taken"
        | "email-taken"
        | "invitation-used"
        | "name-needed"
        | "passkey-needed";
    };

/** An invitation is valid for this long. */
const invitationSeconds = 7 * 86_400;

export async function addLink(sql: Sql, link: LinkToAdd): Promise<void> {
  const { tokenHash, kind, seconds, accountId = null, username = null, email = null } = link;
  await sql`
    insert into sign_in_links
      (token_hash, kind, account_id, username, email, invitation_hash, browser_hash, expires_at)
    values (${tokenHash}, ${kind}, ${accountId}, ${username}, ${email},
      ${link.invitationHash ?? null}, ${link.browserHash ?? null},
      now() + make_interval(secs => ${seconds}))`;
}

/**
 * Makes an invitation: a link that is valid for 7 days and once. With an account it signs in to that
 * account, for one that has no other sign-in method; without one it makes an account, whose e-mail address is
 * the invitation's.
 *
 * @returns when it expires; null if there is no such active account
 */
export async function createInvitation(
  sql: Sql,
  {
    tokenHash,
    accountId = null,
    email = null,
  }: { tokenHash: Uint8Array; accountId?: string | null; email?: string | null },
  actor: Actor = processActor,
): Promise<{ expiresAt: string } | null> {
  const object = { kind: "account", id: accountId ?? "none" };
  const about = { actor, action: "account.invite", object, accountId };
  const [row] = await sql<{ expiresAt: string }[]>`
    with added as (
      insert into sign_in_links (token_hash, kind, account_id, email, expires_at)
      select ${tokenHash}, 'invitation', ${accountId}::uuid, ${email}::text,
        now() + make_interval(secs => ${invitationSeconds})
      where ${accountId}::uuid is null
        or exists (select 1 from accounts where id = ${accountId} and ended_at is null)
      returning expires_at
    ), recorded as (${recordAction(sql, about, sql`from added`)})
    select expires_at from added`;
  return row ?? null;
}

/** Reads a link without using it. */
export async function readLink(sql: Sql, tokenHash: Uint8Array): Promise<StoredLink | null> {
  const [row] = await sql<StoredLink[]>`
    select l.kind, l.account_id, coalesce(a.username, l.username) as username, l.email,
      l.browser_hash, l.created_at, l.expires_at,
      l.used_at is not null as is_used, l.expires_at <= now() as is_expired,
      l.withdrawn_at is not null
        or l.kind = 'sign-in' and l.email is not null and lower(l.email) is distinct from lower(a.email)
        as is_withdrawn
    from sign_in_links l left join accounts a on a.id = l.account_id
    where l.token_hash = ${tokenHash} and a.ended_at is null`;
  return row ?? null;
}

/** Returns whether an invitation to make an account is valid. */
export async function isInvitationValid(sql: Sql, tokenHash: Uint8Array): Promise<boolean> {
  const [row] = await sql`
    select 1 from sign_in_links
    where token_hash = ${tokenHash} and kind = 'invitation' and account_id is null
      and used_at is null and expires_at > now()`;
  return row !== undefined;
}

/**
 * Uses a link, once.
 *
 * @param username the name that is wanted instead of the one that was asked for
 */
export async function spendLink(
  sql: Sql,
  tokenHash: Uint8Array,
  username: string | null,
): Promise<SpentLink> {
  const [row] = await sql<SpentLink[]>`
    with spent as materialized (
      select result, account from spend_link(${tokenHash}, ${username})
    ), recorded as (
      insert into audit_log (actor_kind, actor, action, object_kind, object_id, account_id)
      select 'account', account::text,
        case result when 'made' then 'account.sign-up' else 'email.set' end,
        'account', account::text, account
      from spent where result in ('made', 'changed')
    )
    select result as status, account as account_id from spent`;
  if (row === undefined) throw new Error("a function returned no row");
  return row;
}

/** Finds the active account of an e-mail address. */
export async function findAccountByEmail(
  sql: Sql,
  email: string,
): Promise<{ id: string; username: string } | null> {
  const [row] = await sql<{ id: string; username: string }[]>`
    select id, username from accounts
    where lower(email) = lower(${email}) and ended_at is null and banned_at is null`;
  return row ?? null;
}

/**
 * Returns whether a name is taken, also by an account that has ended, or is reserved for the operator;
 * case-insensitive.
 */
export async function isUsernameTaken(sql: Sql, username: string): Promise<boolean> {
  const [row] = await sql<{ isTaken: boolean }[]>`
    select is_username_taken(${username}) as is_taken`;
  return row?.isTaken ?? true;
}
