import { findAccount, listActions, type RecordedAction, type Sql } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { tableOf } from "../table.ts";
import { withDatabase } from "../connections.ts";

const limitMax = 1_000;
const limitDefault = 50;
const Options = z.object({
  actor: z.string().min(1).max(128).optional(),
  object: z
    .string()
    .regex(/^[a-z-]{1,32}(:.{1,256})?$/, "must be a kind or kind:id, such as station:7")
    .optional(),
  action: z
    .string()
    .regex(/^[a-z-]+\.[a-z-]+$/, "must be a noun and a verb, such as key.revoke")
    .optional(),
  since: z.iso
    .datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" })
    .transform((text) => new Date(text))
    .optional(),
  before: z.coerce.number("must be a number").int().positive().optional(),
  limit: z.coerce
    .number("must be a number")
    .int()
    .min(1)
    .max(limitMax, `must be at most ${limitMax}`)
    .default(limitDefault),
});
type Options = z.infer<typeof Options>;

const examples = `
Records what operators did on the command line and what owners did by REST: who, when, which action, on
what. It has no keys, tokens or message texts, and cannot be changed. The last line says how to list older
actions.

Examples:
  jetwire audit --since 2026-01-31T12:00:00Z
  jetwire audit --actor alice --action key.revoke
  jetwire audit --object account:alice --limit 200
  jetwire audit --object station:7 --json`;

export function addAuditCommand(program: Command, answering: Answering): void {
  program
    .command("audit")
    .option("--actor <name>", "Only actions of this operator, process or account")
    .option("--object <kind[:id]>", "Only actions on this object: account:alice, station:7, key …")
    .option("--action <name>", "Only this action: key.revoke, account.erase …")
    .option("--since <time>", "Only actions since this time")
    .option("--before <number>", "Only actions before the one with this number")
    .option("--limit <n>", `Number of actions, at most ${limitMax}`, String(limitDefault))
    .description("List actions of operators and owners, newest first")
    .addHelpText("after", examples)
    .action(answering(audit));
}

async function audit(call: Call) {
  const options = call.options(Options);
  const { limit } = options;
  const rows = await withDatabase(call.servers(), (sql) => list(sql, options));
  const last = rows.at(-1);
  const more = rows.length === limit && last !== undefined ? `--before ${last.id}` : null;
  const text = tableOf(
    rows,
    {
      NO: (row) => row.id,
      TIME: (row) => row.at,
      ACTOR: (row) => (row.actorKind === "account" ? row.actor : `${row.actorKind} ${row.actor}`),
      ACTION: (row) => row.action,
      OBJECT: (row) => `${row.objectKind}:${row.objectId}`,
      DETAILS: (row) => (Object.keys(row.details).length > 0 ? JSON.stringify(row.details) : null),
    },
    "no actions",
  );
  return { value: rows, text: more === null ? text : `${text}\nolder actions: ${more}` };
}

/** Lists actions as they were recorded: objects by their numbers, not by their present names. */
async function list(sql: Sql, options: Options): Promise<Omit<RecordedAction, "objectName">[]> {
  const { object, ...page } = options;
  const [objectKind, ...rest] = object?.split(":") ?? [];
  const named = object?.includes(":") ? rest.join(":") : undefined;
  const objectId =
    objectKind === "account" && named !== undefined ? await accountIdOf(sql, named) : named;
  const rows = await listActions(sql, { ...page, objectKind, objectId });
  return rows.map(({ objectName: _present, ...recorded }) => recorded);
}

/** Accepts an account's id, which it may have no name for any more, or its username. */
async function accountIdOf(sql: Sql, named: string): Promise<string> {
  if (z.guid().safeParse(named).success) return named.toLowerCase();
  const account = await findAccount(sql, named);
  if (account !== null) return account.id;
  throw new CliError(
    "not_found",
    `account ${named} not found: see \`jetwire accounts list\`, or give the account's id`,
  );
}
