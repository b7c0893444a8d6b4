import { defineCommand } from "../define-command.ts";
import { account } from "../names.ts";
import { lengthOfTime } from "../times.ts";

const owner = { ...account, name: "account", usage: "<username>" };
const key = { description: "id of the key" };
const tier = { description: "1 to 32 characters of a-z, 0-9 and hyphen" };
const id = "0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11";
const see = "jetwire keys list";
const seeTiers = "jetwire tiers list";

/** `jetwire keys`: API keys of all accounts. */
export const keyCommands = [
  defineCommand("keys issue", {
    endpoint: "issueOperatorKey",
    about:
      "The key is shown only once; Jetwire stores its hash. A key with the scope `operate` is made on the web page, by an operator who has just signed in.",
    options: {
      accountId: { ...owner, description: "account that owns the key" },
      tier: { usage: "<tier>", description: "Tier, which sets the rate limit", default: "feeder" },
      expiresAt: lengthOfTime("expires", "Time until it expires"),
    },
    examples: [
      "jetwire keys issue --account alice",
      'jetwire keys issue --account alice --tier gold --label "night job" --expires 90d',
      "jetwire keys issue --account alice --scopes read,feed,manage",
    ],
    done: (answer, given) =>
      `key of ${given["accountId"]} (id ${answer.id}), shown only once:\n${answer.key}`,
    see: seeTiers,
  }),
  defineCommand("keys reissue", {
    endpoint: "reissueOperatorKey",
    arguments: { id: key },
    examples: [`jetwire keys reissue ${id}`],
    done: (answer) =>
      `key ${answer.revoked} is revoked; the new key (id ${answer.id}), shown only once:\n${answer.key}`,
    see,
  }),
  defineCommand("keys revoke", {
    endpoint: "revokeOperatorKey",
    arguments: { id: key },
    examples: [`jetwire keys revoke ${id}`],
    done: (_, given) => `key ${given["id"]} is revoked`,
    see,
  }),
  defineCommand("keys list", {
    endpoint: "listOperatorKeys",
    options: { account: owner },
    examples: ["jetwire keys list --account alice"],
    columns: {
      ID: (row) => row.id,
      KEY: (row) => `${row.hint}…`,
      LABEL: (row) => row.label,
      ACCOUNT: (row) => row.account.username,
      TIER: (row) => row.tier,
      SCOPES: (row) => row.scopes.join(),
      ISSUED: (row) => row.createdAt,
      "LAST USED": (row) => row.lastUsedAt,
      EXPIRES: (row) => row.expiresAt,
      REVOKED: (row) => row.revokedAt,
    },
    none: "no keys",
  }),
];

/** `jetwire tiers`: the limits of keys. */
export const tierCommands = [
  defineCommand("tiers list", {
    endpoint: "listTiers",
    examples: [seeTiers],
    columns: {
      TIER: (row) => row.name,
      "REQUESTS/MIN": (row) => row.requestsPerMinute,
      KEYS: (row) => row.keys,
    },
    none: "no tiers",
  }),
  defineCommand("tiers set", {
    endpoint: "setTier",
    arguments: { name: tier },
    options: {
      requestsPerMinute: { description: "REST requests per minute, over all keys of an account" },
    },
    examples: [
      "jetwire tiers set gold --requests-per-minute 600",
      "jetwire keys issue --account alice --tier gold",
    ],
    done: (_, given) => `tier ${given["name"]} allows ${given["requestsPerMinute"]} requests/min`,
  }),
  defineCommand("tiers remove", {
    endpoint: "removeTier",
    arguments: { name: { description: "tier without keys" } },
    examples: ["jetwire tiers remove gold"],
    done: (_, given) => `tier ${given["name"]} is removed`,
    see: seeTiers,
  }),
];
