import { defineCommand } from "../define-command.ts";
import { account } from "../names.ts";

const see = "jetwire accounts list";

/** `jetwire accounts`: accounts, their roles and ways in. */
export const accountCommands = [
  defineCommand("accounts list", {
    endpoint: "listOperatorAccounts",
    options: { q: { name: "search" }, role: {}, ended: {} },
    isClosed: true,
    examples: [see, "jetwire accounts list --role operator"],
    columns: {
      USERNAME: (row) => row.username,
      ID: (row) => row.id,
      ROLE: (row) => row.role,
      STATIONS: (row) => row.stations,
      KEYS: (row) => row.keys,
      SINCE: (row) => row.createdAt,
      ENDED: (row) => row.endedAt,
      BANNED: (row) => row.bannedAt,
    },
    none: "no accounts",
  }),
  defineCommand("accounts add", {
    endpoint: "addOperatorAccount",
    arguments: { username: { description: "3 to 64 letters, digits, _ . or -" } },
    examples: ["jetwire accounts add alice"],
    done: ({ username, id }) => `account ${username} has id ${id}`,
  }),
  defineCommand("accounts rename", {
    endpoint: "changeOperatorAccount",
    summary: "Change the username of an account",
    about:
      "The account's id, stations, keys and conversations stay. Others see the new name within seconds, on the web page when they load it again. The old name is free: another account may take it.",
    arguments: {
      id: account,
      username: { name: "new-username", description: "3 to 64 letters, digits, _ . or -" },
    },
    isClosed: true,
    examples: ["jetwire accounts rename al alice"],
    done: ({ username }, given) => `account ${given["id"]} is ${username} now`,
    see,
  }),
  defineCommand("accounts role", {
    endpoint: "changeOperatorAccount",
    summary: "Set the role of an account",
    about:
      "An operator sees the operations of the service on the web page and can act there, and can make an API key with the scope `operate`. The user has to sign in again.",
    arguments: { id: account, role: { description: "user or operator" } },
    isClosed: true,
    examples: ["jetwire accounts role alice operator"],
    done: ({ username, role }) => `${username} has the role ${role}`,
    see,
  }),
  defineCommand("accounts ban", {
    endpoint: "changeOperatorAccount",
    summary: "Ban a user from chat, presence and notifications",
    about:
      "A banned user loses chat, presence and notifications within five seconds, also on open connections. API keys and the account's own feed keep working.",
    arguments: { id: account },
    fixed: { banned: true },
    isClosed: true,
    examples: ["jetwire accounts ban alice"],
    done: ({ username }) => `user ${username} is banned`,
    see,
  }),
  defineCommand("accounts unban", {
    endpoint: "changeOperatorAccount",
    summary: "Lift the ban of a user",
    about: "The user can chat again within five seconds.",
    arguments: { id: account },
    fixed: { banned: false },
    isClosed: true,
    examples: ["jetwire accounts unban alice"],
    done: ({ username }) => `user ${username} is no longer banned`,
    see,
  }),
  defineCommand("accounts sign-out", {
    endpoint: "signOutAccount",
    arguments: { id: account },
    examples: ["jetwire accounts sign-out alice"],
    done: (_, given) => `account ${given["id"]} is signed out`,
    see,
  }),
  defineCommand("accounts end", {
    endpoint: "endAccount",
    about:
      "Its keys and sessions stop working within five seconds, also on open connections. Its stations keep feeding; to give them to another account, use `jetwire stations claim … --move`. The username cannot be used again, and nobody can undo it.",
    arguments: { id: account },
    examples: ["jetwire accounts end alice"],
    done: (_, given) => `account ${given["id"]} has ended`,
    see,
  }),
  defineCommand("accounts erase", {
    endpoint: "eraseAccount",
    about:
      "Erases the account's name, keys, sessions, claims, blocks, notifications, feed and chat messages. Its stations keep feeding without an owner or position, and their messages stay. Nobody can undo it. docs/privacy.md says what is erased and what stays.",
    arguments: { id: { ...account, description: "username or id of the account" } },
    examples: ["jetwire accounts erase alice --yes"],
    done: (_, given) => `account ${given["id"]} is erased; the rest follows within minutes`,
    see,
  }),
  defineCommand("accounts invite", {
    endpoint: "inviteAccount",
    options: { accountId: { ...account, name: "account", usage: "<username>" } },
    examples: [
      "jetwire accounts invite --email bob@example.org",
      "jetwire accounts invite --account alice",
    ],
    done: ({ link, expiresAt, mailed }, given) =>
      `${link}\nThe link is valid until ${expiresAt}, once${mailed ? `, and is on its way to ${given["email"]}` : ""}.`,
    see,
  }),
  defineCommand("accounts link", {
    endpoint: "linkOperatorIdentity",
    arguments: { accountId: account },
    examples: ["jetwire accounts link alice --issuer https://login.example --subject 24400320"],
    done: (_, { subject, issuer, accountId }) =>
      `${subject} of ${issuer} is linked to ${accountId}`,
    see,
  }),
  defineCommand("accounts unlink", {
    endpoint: "unlinkOperatorIdentity",
    arguments: { accountId: account },
    examples: ["jetwire accounts unlink alice --issuer https://login.example --subject 24400320"],
    done: (_, { subject, issuer, accountId }) =>
      `${subject} of ${issuer} is no longer linked to ${accountId}`,
    see: "jetwire accounts identities",
  }),
  defineCommand("accounts identities", {
    endpoint: "listOperatorIdentities",
    arguments: {
      account: {
        ...account,
        description: "username of the account (default: all)",
        isOptional: true,
      },
    },
    examples: ["jetwire accounts identities alice"],
    columns: {
      USERNAME: (row) => row.account.username,
      ISSUER: (row) => row.issuer,
      SUBJECT: (row) => row.subject,
      SINCE: (row) => row.linkedAt,
    },
    none: "no identities are linked",
  }),
];
