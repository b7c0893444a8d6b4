import type { RestClient } from "@jetwire/client";
import { z } from "zod";
import { defineCommand } from "../define-command.ts";
import { accountId } from "../names.ts";

const object = {
  name: "object",
  usage: "<kind[:id]>",
  description: "Only actions on this object: account:alice, station:7, key …",
};

/** `jetwire audit`: what operators and owners did. */
export const auditCommands = [
  defineCommand("audit", {
    endpoint: "listAuditLog",
    summary: "List actions of operators and owners, newest first",
    about:
      "Who did what when, on what, and why. It has no keys, tokens or message texts, and cannot be changed. The last line says how to list older actions.",
    options: {
      object_kind: { ...object, read: (text) => text.split(":")[0] },
      object_id: { ...object, read: readObjectId },
    },
    examples: [
      "jetwire audit --since 2026-01-31T12:00:00Z",
      "jetwire audit --actor alice --action key.revoke",
      "jetwire audit --object account:alice --limit 200",
      "jetwire audit --object station:7 --json",
    ],
    columns: {
      NO: (row) => row.id,
      TIME: (row) => row.at,
      ACTOR: (row) => (row.actorKind === "account" ? row.actor : `${row.actorKind} ${row.actor}`),
      ACTION: (row) => row.action,
      OBJECT: (row) => `${row.object.kind}:${row.object.id}`,
      REASON: (row) => row.reason,
      DETAILS: (row) => (Object.keys(row.details).length > 0 ? JSON.stringify(row.details) : null),
    },
    none: "no actions",
  }),
];

/** Accepts an account's id, which it may have no name for any more, or its username. */
async function readObjectId(text: string, client: RestClient): Promise<string | undefined> {
  const [kind, ...rest] = text.split(":");
  if (rest.length === 0) return undefined;
  const named = rest.join(":");
  if (kind !== "account") return named;
  return z.guid().safeParse(named).success ? named.toLowerCase() : await accountId(named, client);
}
