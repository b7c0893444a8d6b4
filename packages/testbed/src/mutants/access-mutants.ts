import type { Mutant } from "./mutant.ts";

/** Mutants of credentials, limits and ownership. */
export const accessMutants: readonly Mutant[] = [
  {
    name: "expired token accepted",
    guarantee: "A token ends.",
    file: "packages/auth/src/signed-claims.ts",
    find: "      clockTolerance: clockToleranceSeconds,",
    replace: "      clockTolerance: 10 ** 9,",
    tests: ["packages/auth/src/token.test.ts"],
  },
  {
    name: "type of a token unchecked",
    guarantee: "A token of a viewer is not one of a user.",
    file: "packages/auth/src/signed-claims.ts",
    find: `      typ: type,
`,
    replace: "",
    tests: ["packages/auth/src/viewer-token.test.ts", "packages/auth/src/token.test.ts"],
  },
  {
    name: "audience of an issuer unchecked",
    guarantee: "A token for another audience is refused.",
    file: "packages/auth/src/external-tokens.ts",
    find: `      audience,
      ...`,
    replace: "      ...",
    tests: ["packages/auth/src/external-tokens.test.ts"],
  },
  {
    name: "issuer of a token unchecked",
    guarantee: "A token is checked with the keys of its issuer only.",
    file: "packages/auth/src/external-tokens.ts",
    find: '    const issuer = byName.get(issuerOf(token) ?? "");',
    replace: "    const issuer = byName.values().next().value;",
    tests: ["packages/auth/src/external-tokens.test.ts"],
  },
  {
    name: "revoked key accepted",
    guarantee: "A revoked key ends.",
    file: "packages/db/src/accounts/api-keys.ts",
    find: "where k.key_hash = ${keyHash} and k.revoked_at is null and a.ended_at is null",
    replace: "where k.key_hash = ${keyHash} and a.ended_at is null",
    tests: ["services/rest/test/access.test.ts"],
  },
  {
    name: "expired key accepted",
    guarantee: "A key ends at its expiry.",
    file: "packages/db/src/accounts/api-keys.ts",
    find: `k.revoked_at is null and a.ended_at is null
      and (k.expires_at is null or k.expires_at > now())\`;
  return row ?? null;`,
    replace: `k.revoked_at is null and a.ended_at is null\`;
  return row ?? null;`,
    tests: ["services/rest/test/access.test.ts"],
  },
  {
    name: "foreign key revocable",
    guarantee: "An account revokes only its own keys.",
    file: "packages/db/src/accounts/api-keys.ts",
    find: "where id = ${id} and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})",
    replace: "where id = ${id} and (${accountId ?? null}::uuid is null or true)",
    tests: ["services/rest/test/keys.test.ts", "services/rest/test/foreign-reads.test.ts"],
  },
  {
    name: "scope of a request unchecked",
    guarantee: "A key does only what its scopes allow.",
    file: "services/rest/src/admission/admission.ts",
    find: "      requireScope(principal, scope);\n",
    replace: "",
    tests: ["services/rest/test/contract/scopes.test.ts"],
  },
  {
    name: "session stronger than its key",
    guarantee: "A session that was opened with a key has the scopes of the key.",
    file: "packages/db/src/sessions/sessions.ts",
    find: "scopes: ofKey ?? keyScopes",
    replace: "scopes: keyScopes",
    tests: ["services/rest/test/contract/scopes.test.ts"],
  },
  {
    name: "key issues a stronger key",
    guarantee: "A credential issues no key with a scope that it lacks.",
    file: "services/rest/src/admission/require-scope.ts",
    find: "  for (const scope of scopes) requireScope(principal, scope);\n",
    replace: "",
    tests: ["services/rest/test/contract/scopes.test.ts"],
  },
  {
    name: "operate issued by an old sign-in",
    guarantee: "A key with operate is issued in a recent sign-in only.",
    file: "services/rest/src/admission/require-scope.ts",
    find: "  }\n  requireRecentSignIn(principal);",
    replace: "  }",
    tests: ["services/rest/test/contract/scopes.test.ts"],
  },
  {
    name: "feed of a key without the scope feed",
    guarantee: "The feed requires the scope feed.",
    file: "services/gateway/src/handshake/credentials.ts",
    find: 'return identity.scopes.includes("feed")',
    replace: "return identity.scopes.length > 0",
    tests: ["services/gateway/test/key-scopes.test.ts"],
  },
  {
    name: "account erased without a recent sign-in",
    guarantee: "What cannot be undone requires a recent sign-in.",
    file: "services/rest/src/delayed-steps/erasures.ts",
    find: `      requireRecentSignIn(principal);
      const { accountId, username } = principal;`,
    replace: "      const { accountId, username } = principal;",
    tests: ["services/rest/test/erasure.test.ts"],
  },
  {
    name: "erasure before it is due",
    guarantee: "An erasure can be called off for 24 hours.",
    file: "packages/db/src/erasure/planned-erasures.ts",
    find: "now() + make_interval(hours => ${delayedStepHours})",
    replace: "now()",
    tests: ["services/rest/test/erasure.test.ts"],
  },
  {
    name: "transfer before it is due",
    guarantee: "A transfer can be called off for 24 hours.",
    file: "packages/db/src/stations/station-transfers.ts",
    find: "set due_at = now() + make_interval(hours => ${delayedStepHours})",
    replace: "set due_at = now()",
    tests: ["services/rest/test/station-transfers.test.ts"],
  },
  {
    name: "revoked session accepted",
    guarantee: "A session that was ended is refused.",
    file: "packages/db/src/sessions/sessions.ts",
    find: `
      and not exists (select 1 from revoked_tokens where token_id = \${tokenId})`,
    replace: "",
    tests: ["services/rest/test/sessions.test.ts"],
  },
  {
    name: "invalid credentials unlimited",
    guarantee: "An address may send a limited number of invalid credentials.",
    file: "services/gateway/src/handshake/credentials.ts",
    find: `  const attempt = await beginAttempt();
  if (attempt === null) return { status: "rate-limited" };
  try {`,
    replace: `  const attempt = (await beginAttempt()) ?? { succeeded: () => {}, failed: () => {} };
  try {`,
    tests: [
      "services/gateway/test/handshake.test.ts",
      "services/gateway/test/shared-limits.test.ts",
    ],
  },
  {
    name: "searches without turns",
    guarantee: "A network that searches often does not delay others.",
    file: "packages/runtime/src/fair-queue.ts",
    find: `    keys.delete(key);
    keys.set(key, of);
`,
    replace: `    keys.set(key, of);
`,
    tests: ["packages/runtime/src/fair-queue.test.ts"],
  },
  {
    name: "limit counted as a failure",
    guarantee: "A request over a limit is neither logged nor counted as a failure.",
    file: "services/rest/src/http/answer-error.ts",
    find: "    if (error.limit !== null) response.locals[isLimitName] = true;\n    else if",
    replace: "    if",
    tests: ["services/rest/test/anonymous-searches.test.ts"],
  },
  {
    name: "any origin admitted",
    guarantee: "A page of another site may not connect.",
    file: "services/gateway/src/handshake/admission.ts",
    find: "return loopback.has(page.hostname) || isOwnPage(page, host);",
    replace: "return true;",
    tests: ["services/gateway/test/handshake.test.ts"],
  },
  {
    name: "connections of an account unlimited",
    guarantee: "An account has a limited number of connections.",
    file: "services/gateway/src/limits/connection-slots.ts",
    find: 'return isRefused ? { status: "over-limit" } : result;',
    replace: "return result;",
    tests: ["services/gateway/test/shared-limits.test.ts"],
  },
  {
    name: "blocked sender reaches the user",
    guarantee: "A blocked user cannot write.",
    file: "packages/db/src/chat/chat-messages.ts",
    find: "          where (user_id = ${recipientId} and blocked_id = ${senderId})",
    replace: "          where (user_id = ${recipientId} and false)",
    tests: ["services/gateway/test/chat.test.ts"],
  },
  {
    name: "foreign thread readable",
    guarantee: "A conversation is readable by its two users.",
    file: "packages/db/src/chat/chat-messages.ts",
    find: `    where least(sender_id, recipient_id) = least(\${userId}::uuid, \${partnerId}::uuid)
      and greatest(sender_id, recipient_id) = greatest(\${userId}::uuid, \${partnerId}::uuid)
      and \${within}`,
    replace: `    where (sender_id = \${partnerId}::uuid or recipient_id = \${partnerId}::uuid
      or sender_id = \${userId}::uuid)
      and \${within}`,
    tests: ["services/rest/test/foreign-reads.test.ts"],
  },
  {
    name: "claim proven by one hour",
    guarantee: "A station is proven by hours on several days only.",
    file: "packages/db/src/migrations/0049-hours-of-networks.sql",
    find: "when c.hours >= 72 and c.days >= 3 and c.hours",
    replace: "when c.hours",
    tests: ["services/rest/test/claim-proof.test.ts"],
  },
  {
    name: "claim proven by a later network",
    guarantee: "A network proves nothing if another one sent before.",
    file: "packages/db/src/migrations/0049-hours-of-networks.sql",
    find: "when b.others <= b.own or b.own >",
    replace: "when b.own >",
    tests: ["services/rest/test/claim-proof.test.ts"],
  },
  {
    name: "provisional owner shuts others out",
    guarantee: "Who has not proven a station can shut nobody out of it.",
    file: "services/rest/src/routes/stations.ts",
    find: "if (station?.settings?.proven !== false) return;",
    replace: "if (station !== undefined) return;",
    tests: ["services/rest/test/claim-proof.test.ts"],
  },
];
