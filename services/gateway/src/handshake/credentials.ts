import type { KeyCheck, TokenCheck } from "@jetwire/auth";
import type { Try } from "@jetwire/redis";
import type { Introduction } from "./handshake.ts";
import type { SessionHolder } from "../session/session.ts";

/**
 * What became of one credential. `unavailable`: nobody could be asked, so neither yes nor no;
 * `rate-limited`: it wasn't looked at, because its address has shown too many that don't hold;
 * `over-limit`: it holds, but whose it is has as many connections as it may.
 */
export type Checked<Holder> =
  | { readonly outcome: "not-given" }
  | { readonly outcome: "invalid" }
  | { readonly outcome: "unavailable" }
  | { readonly outcome: "rate-limited" }
  | { readonly outcome: "over-limit" }
  | { readonly outcome: "held"; readonly holder: Holder };

export interface Account {
  readonly keyId: string;
  readonly accountId: string;
  readonly username: string;
}

export interface Credentials {
  readonly account: Checked<Account>;
  readonly session: Checked<SessionHolder>;
}

export interface CredentialChecks {
  /** Both take whatever a client gave, and reject when nobody could be asked. */
  checkApiKey(given: unknown): Promise<KeyCheck>;
  checkToken(given: unknown): Promise<TokenCheck>;
  /** Begins to look at one; null when too many have not held. */
  begin(): Promise<Try | null>;
}

/** Checks each credential on its own. Never rejects. */
export async function checkCredentials(
  introduction: Introduction,
  checks: CredentialChecks,
): Promise<Credentials> {
  const [account, session] = await Promise.all([
    checked(introduction.apiKey, checks, (key) => checks.checkApiKey(key)),
    checked(introduction.token, checks, (token) => checks.checkToken(token)),
  ]);
  return { account, session };
}

async function checked<Holder>(
  given: unknown,
  { begin }: CredentialChecks,
  check: (
    given: unknown,
  ) => Promise<({ readonly valid: true } & Holder) | { readonly valid: false }>,
): Promise<Checked<Holder>> {
  if (given === undefined) return { outcome: "not-given" };
  const begun = await begin();
  if (begun === null) return { outcome: "rate-limited" };
  try {
    const result = await check(given);
    if (result.valid) begun.succeeded();
    else begun.failed();
    return result.valid ? { outcome: "held", holder: result } : { outcome: "invalid" };
  } catch {
    // Neither yes nor no: nobody has learnt anything.
    begun.succeeded();
    return { outcome: "unavailable" };
  }
}

/** Whether anything that was given holds. */
export function isKnown({ account, session }: Credentials): boolean {
  return account.outcome === "held" || session.outcome === "held";
}
