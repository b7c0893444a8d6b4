import type { KeyCheck, TokenCheck } from "@jetwire/auth";
import type { Introduction } from "./handshake.ts";
import type { SessionHolder } from "./session/session.ts";

/**
 * What became of one credential. `unavailable`: nobody could be asked, so neither yes nor no;
 * `over-limit`: it holds, but whose it is has as many connections as it may.
 */
export type Checked<Holder> =
  | { readonly outcome: "not-given" }
  | { readonly outcome: "invalid" }
  | { readonly outcome: "unavailable" }
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
}

/** Checks each credential on its own. Never rejects. */
export async function checkCredentials(
  introduction: Introduction,
  checks: CredentialChecks,
): Promise<Credentials> {
  const [account, session] = await Promise.all([
    checked(introduction.apiKey, (key) => checks.checkApiKey(key)),
    checked(introduction.token, (token) => checks.checkToken(token)),
  ]);
  return { account, session };
}

async function checked<Holder>(
  given: unknown,
  check: (
    given: unknown,
  ) => Promise<({ readonly valid: true } & Holder) | { readonly valid: false }>,
): Promise<Checked<Holder>> {
  if (given === undefined) return { outcome: "not-given" };
  try {
    const result = await check(given);
    return result.valid ? { outcome: "held", holder: result } : { outcome: "invalid" };
  } catch {
    return { outcome: "unavailable" };
  }
}

/** Whether anything that was given holds. */
export function isKnown({ account, session }: Credentials): boolean {
  return account.outcome === "held" || session.outcome === "held";
}
