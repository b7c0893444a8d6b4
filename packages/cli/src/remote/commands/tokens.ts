import { defineCommand } from "../define-command.ts";
import { account } from "../names.ts";

/** `jetwire tokens`: session tokens, and the keys that sign them. */
export const tokenCommands = [
  defineCommand("tokens issue", {
    endpoint: "issueSessionToken",
    options: {
      accountId: { ...account, name: "account", usage: "<username>" },
      ttlSeconds: { name: "ttl", usage: "<seconds>" },
    },
    examples: ["jetwire tokens issue --account alice --ttl 3600"],
    done: ({ token }) => token,
  }),
  defineCommand("tokens revoke", {
    endpoint: "revokeSessionToken",
    about:
      "The token and the sessions that it opened end within five seconds. To end all sessions of a user, use `jetwire accounts sign-out`.",
    arguments: { token: { description: "the token" } },
    examples: ["jetwire tokens revoke eyJhbGciOiJFZERTQSIs…"],
    done: ({ tokenId }) => `token ${tokenId} is revoked`,
  }),
  defineCommand("tokens rotate", {
    endpoint: "rotateSigningKey",
    examples: ["jetwire tokens rotate", "jetwire tokens rotate --now"],
    done: ({ kid, signsFrom, othersUntil }) =>
      `key ${kid} signs from ${signsFrom}; older keys verify until ${othersUntil}`,
  }),
];
