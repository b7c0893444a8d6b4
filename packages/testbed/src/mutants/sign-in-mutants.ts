import type { Mutant } from "./mutant.ts";

const links = ["services/rest/test/withdrawn-links.test.ts"];
const ways = ["services/rest/test/working-methods.test.ts"];
const oidc = ["services/rest/test/oidc.test.ts"];
const waysSql = "packages/db/src/migrations/0001-baseline.sql";

/** Mutants of signing in and of the accounts of people. */
export const signInMutants: readonly Mutant[] = [
  {
    name: "links survive signing out everywhere",
    guarantee: "A link that was sent before its user has signed out everywhere signs nobody in.",
    file: "packages/db/src/sessions/web-sessions.ts",
    find: `ended_at is null)),
      withdraw_links(\${accountId})\`;`,
    replace: "ended_at is null))`;",
    tests: links,
  },
  {
    name: "links to the earlier address accepted",
    guarantee: "A link that was sent to an address that the account no longer has signs nobody in.",
    file: waysSql,
    find: "      if not found then return query select 'withdrawn', null::uuid; return; end if;",
    replace: "",
    tests: links,
  },
  {
    name: "link spent twice",
    guarantee: "A link signs in once.",
    file: waysSql,
    find: "  update sign_in_links set used_at = now() where token_hash = hash;",
    replace: "",
    tests: ["services/rest/test/sign-in-links.test.ts"],
  },
  {
    name: "reserved names given away",
    guarantee: "Nobody takes a name that others would take for the operator's.",
    file: waysSql,
    find: "  if is_username_taken(named) then return 'name-taken'; end if;",
    replace: "",
    tests: ["services/rest/test/reserved-names.test.ts"],
  },
  {
    name: "unconfirmed address counts",
    guarantee: "The last sign-in method that works is not removed.",
    file: waysSql,
    find: " and a.email is not null and a.email_confirmed_at is not null)",
    replace: " and a.email is not null)",
    tests: ways,
  },
  {
    name: "identities of any issuer count",
    guarantee: "An identity at a provider that is not configured is no sign-in method.",
    file: waysSql,
    find: "where e.account_id = owner and e.issuer = any(issuers) and e.id",
    replace: "where e.account_id = owner and e.id",
    tests: ways,
  },
  {
    name: "old sign-in accepted",
    guarantee: "Who issues keys or gives stations away on the page has signed in lately.",
    file: "services/rest/src/admission/recent-sign-in.ts",
    find: "if (isOfPage) requireRecentSignIn(principal);",
    replace: "if (!isOfPage) return;",
    tests: ["services/rest/test/sensitive-steps.test.ts"],
  },
  {
    name: "errors count as failures",
    guarantee: "A credential that cannot be checked is no failure of its sender.",
    file: "services/rest/src/admission/failure-limit.ts",
    find: "let hasFailed = false;",
    replace: "let hasFailed = true;",
    tests: ["services/rest/test/failure-limit.test.ts"],
  },
  {
    name: "made-up cookies unlimited",
    guarantee: "An address has a limited number of cookies looked up.",
    file: "services/rest/src/admission/web-sessions.ts",
    find: "known.has(name) ? await read() : await failures.check(request.ip, read)",
    replace: "request.ip === name ? await failures.check(request.ip, read) : await read()",
    tests: ["services/rest/test/failure-limit.test.ts"],
  },
  {
    name: "signature of an ID token unchecked",
    guarantee: "An ID token is signed by a key that its provider publishes.",
    file: "packages/auth/src/oidc/oidc-clients.ts",
    find: `      enableNonRepudiationChecks,
      // The schema`,
    replace: "      // The schema",
    tests: oidc,
  },
  {
    name: "state of any browser accepted",
    guarantee: "A sign-in at a provider ends in the browser that has begun it.",
    file: "packages/db/src/sign-in/challenges.ts",
    find: "kind = ${kind} and browser_hash = ${browserHash} and expires_at > now()",
    replace: "kind = ${kind} and ${browserHash}::bytea is not null and expires_at > now()",
    tests: ["services/rest/test/passkeys.test.ts"],
  },
  {
    name: "passkey of another origin accepted",
    guarantee: "A passkey signs in at its own site only.",
    file: "packages/auth/src/passkeys.ts",
    find: `      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {`,
    replace: `      expectedOrigin: [site.origin, "https://evil.example"],
      expectedRPID: site.id,
      credential: {`,
    tests: ["services/rest/test/passkeys.test.ts"],
  },
  {
    name: "cookie acts without its CSRF token",
    guarantee: "A cookie alone opens no session.",
    file: "services/rest/src/admission/web-sessions.ts",
    find: `      requireOwnPage(request);
      requireCsrfToken(session, request.header("x-csrf-token"));`,
    replace: "      requireOwnPage(request);",
    tests: ["services/rest/test/web-sessions.test.ts"],
  },
];
