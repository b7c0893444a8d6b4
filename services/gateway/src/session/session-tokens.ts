import {
  createExternalTokens,
  createTokenChecker,
  type ExternalIssuer,
  type TokenCheck,
  verifyToken,
} from "@jetwire/auth";
import * as db from "@jetwire/db";
import { type KeyScope, UserId } from "@jetwire/protocol";
import type { Query } from "../query.ts";

/** The result of checking a token; a session has the scopes of the API key that opened it, else all. */
export type SessionCheck =
  | (Extract<TokenCheck, { valid: true }> & { readonly scopes: readonly KeyScope[] })
  | { readonly valid: false };

/** Checks the tokens that open sessions: those of this service, and those of external issuers. */
export type SessionTokens = ReturnType<typeof createSessionTokens>;

export interface SessionTokensOptions {
  readonly issuers: readonly ExternalIssuer[];
  readonly query: Query;
  /** Looks up sessions, on a pool of its own. */
  readonly sessionQuery: Query;
}

export function createSessionTokens(options: SessionTokensOptions) {
  const { issuers, query, sessionQuery } = options;
  const checkOwn = createTokenChecker(() => query(db.signingKeys.listForVerifying), verifyToken);
  const checkExternal = createExternalTokens(issuers, (identity) =>
    query((sql) => db.identities.findLinkedAccount(sql, identity)),
  );
  return {
    /** Checks that a token is valid and its session has not ended. @throws when a store does not answer. */
    async check(given: unknown): Promise<SessionCheck> {
      const check = (await checkExternal(given)) ?? (await checkOwn(given));
      if (!check.valid) return check;
      const userId = UserId.safeParse(check.userId);
      if (!userId.success) return { valid: false };
      const claims = { ...check, userId: userId.data };
      const scopes = await sessionQuery((sql) => db.sessions.findScopes(sql, claims));
      return scopes === null ? { valid: false } : { ...claims, scopes };
    },
  };
}
