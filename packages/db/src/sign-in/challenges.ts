import type { Sql } from "../connection/database.ts";

/**
 * The use of a challenge: a passkey signs it to sign in, to make an account or to be added to one; of a
 * sign-in at a provider (OpenID Connect) it is the parameter `state`.
 */
type ChallengeKind = "sign-in" | "sign-up" | "add" | "provider";

/** A challenge that a passkey is to sign, or that a provider is to return. Only its SHA-256 is stored. */
export interface ChallengeToAdd {
  readonly challengeHash: Uint8Array;
  readonly kind: ChallengeKind;
  /** SHA-256 of the cookie of the browser that asked for it. */
  readonly browserHash: Uint8Array;
  /** The account that gets the passkey; of a sign-up the id that it will have. */
  readonly accountId?: string;
  readonly username?: string;
  /** SHA-256 of the invitation that is spent with it. */
  readonly invitationHash?: Uint8Array | null;
}

/** The purpose of a challenge. */
export interface TakenChallenge {
  readonly accountId: string | null;
  readonly username: string | null;
  readonly invitationHash: Uint8Array | null;
}

/** A challenge is valid for this long. */
const challengeSeconds = 300;

export async function addChallenge(sql: Sql, challenge: ChallengeToAdd): Promise<void> {
  const { challengeHash, kind, browserHash, accountId, username, invitationHash } = challenge;
  await sql`
    insert into sign_in_challenges
      (challenge_hash, kind, browser_hash, account_id, username, invitation_hash, expires_at)
    values (${challengeHash}, ${kind}, ${browserHash}, ${accountId ?? null}, ${username ?? null},
      ${invitationHash ?? null}, now() + make_interval(secs => ${challengeSeconds}))`;
}

/**
 * Takes a challenge. It is deleted also if the answer is null, so that nobody can try it twice: only who
 * knows the challenge can do that.
 *
 * @returns null if it is unknown, expired, of another kind or of another browser.
 */
export async function consumeChallenge(
  sql: Sql,
  {
    challengeHash,
    kind,
    browserHash,
  }: Pick<ChallengeToAdd, "challengeHash" | "kind" | "browserHash">,
): Promise<TakenChallenge | null> {
  const [row] = await sql<(TakenChallenge & { isValid: boolean })[]>`
    delete from sign_in_challenges where challenge_hash = ${challengeHash}
    returning account_id, username, invitation_hash,
      kind = ${kind} and browser_hash = ${browserHash} and expires_at > now() as is_valid`;
  if (row?.isValid !== true) return null;
  const { accountId, username, invitationHash } = row;
  return { accountId, username, invitationHash };
}
