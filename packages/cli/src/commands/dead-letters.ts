import { setTimeout } from "node:timers/promises";
import * as db from "@jetwire/db";
import type { DeadLetterSelection, RunQueries } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withDatabase, withOpenDatabase } from "../connections.ts";
import { operator } from "../operator.ts";
import { tableOf } from "../table.ts";

const limitMax = 1_000;
const limitDefault = 50;
const idsMax = 1_000;
const batchMax = 100;
/** Seconds for a batch; an ingest looks every two seconds for what to retry. */
const waitDefault = 60;
const waitMax = 600;
const pollMs = 250;

const number = z.coerce.number("must be a number").int().positive();
const filters = {
  reason: z.string().min(1).max(64).optional(),
  before: number.optional(),
};
const ListOptions = z.object({
  ...filters,
  limit: z.coerce
    .number("must be a number")
    .int()
    .min(1)
    .max(limitMax, `must be at most ${limitMax}`)
    .default(limitDefault),
});
const ChoiceOptions = z.object({ ...filters, all: z.boolean().default(false) });
const RetryOptions = z.object({
  wait: z.coerce
    .number("must be a number")
    .min(0)
    .max(waitMax, `must be at most ${waitMax}`)
    .default(waitDefault),
});

const listHelp = `
Dead letters are entries of the message stream that could not be stored. Reasons: bad-entry and
unknown-version (no release can read it), bad-message (the message in it is not valid), refused-by-postgres,
kills-its-reader (the persister ended three times while it worked on it). The last line says how to list
older ones.

Examples:
  jetwire dead-letters list
  jetwire dead-letters list --reason bad-message --limit 200
  jetwire dead-letters list --json | jq '.[].id'`;

const showHelp = `
Prints the fields of the entry and of its details, as they were in the stream.

Examples:
  jetwire dead-letters show 17
  jetwire dead-letters show 17 --json | jq .fields`;

const retryHelp = `
Asks an ingest to put dead letters back into the message stream, oldest first, after the cause was removed, and
waits for it. A message has its id and is stored once, however often it is retried. Entries that were delivered before they failed go
only to the persister. What cannot be stored again becomes a new dead letter.

Examples:
  jetwire dead-letters retry 17 18
  jetwire dead-letters retry --all --reason refused-by-postgres
  jetwire dead-letters retry --all --before 1000`;

const dropHelp = `
Deletes the content of dead letters for good. Their number stays in the account of \`jetwire doctor\`.

Examples:
  jetwire dead-letters drop 17
  jetwire dead-letters drop --all --reason bad-message --before 1000`;

export function addDeadLetterCommands(program: Command, answering: Answering): void {
  const group = program
    .command("dead-letters")
    .description("List, retry or drop messages that could not be stored");
  group
    .command("list")
    .option("--reason <name>", "Only those with this reason")
    .option("--before <number>", "Only those before the one with this number")
    .option("--limit <n>", `Number of dead letters, at most ${limitMax}`, String(limitDefault))
    .description("List dead letters, newest first")
    .addHelpText("after", listHelp)
    .action(answering(list));
  group
    .command("show")
    .argument("<number>", "number of a dead letter")
    .description("Show a dead letter with its content")
    .addHelpText("after", showHelp)
    .action(answering(show));
  chosen(group.command("retry"), "Retry")
    .option("--wait <seconds>", "How long to wait for each hundred of them", String(waitDefault))
    .description("Put dead letters back into the stream")
    .addHelpText("after", retryHelp)
    .action(answering(retry));
  chosen(group.command("drop"), "Drop")
    .description("Delete the content of dead letters")
    .addHelpText("after", dropHelp)
    .action(answering(drop));
}

function chosen(command: Command, verb: string): Command {
  return command
    .argument("[number...]", `numbers of dead letters, at most ${idsMax}`)
    .option("--all", `${verb} all dead letters, or all that the other options select`)
    .option("--reason <name>", "With --all: only those with this reason")
    .option("--before <number>", "With --all: only those before the one with this number");
}

async function list(call: Call) {
  const options = call.options(ListOptions);
  const rows = await withDatabase(call.servers(), (sql) => db.deadLetters.list(sql, options));
  const last = rows.at(-1);
  const more = rows.length === options.limit && last !== undefined ? `--before ${last.id}` : null;
  const text = tableOf(
    rows,
    {
      NO: ({ id }) => id,
      TIME: ({ addedAt }) => addedAt,
      REASON: ({ reason }) => reason,
      PARTITION: ({ partition }) => partition,
      ENTRY: ({ entryId }) => entryId,
      PRODUCER: ({ producer }) => producer,
      DETAIL: ({ detail }) => detail.slice(0, 80),
    },
    "no dead letters",
  );
  return { value: rows, text: more === null ? text : `${text}\nolder dead letters: ${more}` };
}

async function show(call: Call) {
  const ids = [idOf(call.args[0] ?? "")];
  const [letter] = await withDatabase(call.servers(), (sql) =>
    db.deadLetters.readAll(sql, { ids }, { limit: 1 }),
  );
  if (letter === undefined) throw notFound(ids);
  const { fields, details, ...listed } = letter;
  const lines = Object.entries(listed).map(([name, value]) => `${name}: ${String(value)}`);
  const content = [...pairsOf(fields), ...pairsOf(details ?? [])];
  return { value: letter, text: [...lines, ...content].join("\n") };
}

/** Asks for retries, batch by batch, and waits until an ingest has carried them out. */
async function retry(call: Call) {
  const selection = selectionOf(call);
  const { wait } = call.options(RetryOptions);
  const actor = operator();
  let retried = 0;
  const unreadable: number[] = [];
  await withOpenDatabase(call.servers(), async (run) => {
    // What cannot be stored again becomes a new dead letter, which is not retried again here.
    const [newest] = await run((sql) => db.deadLetters.list(sql, { limit: 1 }));
    const before = selection.before ?? (newest?.id ?? 0) + 1;
    for (let after = 0; ;) {
      const asked = await run((sql) =>
        db.deadLetters.askForRetry(sql, { ...selection, before }, actor, {
          limit: batchMax,
          after,
        }),
      );
      const last = asked.at(-1);
      if (last === undefined) break;
      after = last;
      const failed = await untilRetried(run, asked, wait * 1_000);
      retried += asked.length - failed.length;
      unreadable.push(...failed);
    }
  });
  if (selection.ids !== undefined && retried + unreadable.length === 0)
    throw notFound(selection.ids);
  const text = [
    `${retried} dead letters are back in the stream`,
    ...(unreadable.length > 0
      ? [`not readable, so that they stay: ${unreadable.slice(0, 20).join(", ")}`]
      : []),
  ].join("\n");
  return { value: { retried, unreadable }, text, exitCode: unreadable.length > 0 ? 1 : 0 };
}

/** Waits until dead letters are retried, and returns those that are no entries. */
async function untilRetried(
  run: RunQueries,
  ids: readonly number[],
  waitMsMax: number,
): Promise<readonly number[]> {
  const deadline = performance.now() + waitMsMax;
  for (;;) {
    const { waiting, unreadable } = await run((sql) => db.deadLetters.readRetries(sql, ids));
    if (waiting === 0) return unreadable;
    if (performance.now() > deadline) {
      const message = `${waiting} dead letters still wait for an ingest, which retries them as soon as one runs: see \`jetwire doctor\``;
      throw new CliError("unavailable", message);
    }
    await setTimeout(pollMs);
  }
}

async function drop(call: Call) {
  const selection = selectionOf(call);
  const actor = operator();
  const dropped = await withOpenDatabase(call.servers(), async (run) => {
    for (let sum = 0; ;) {
      const count = await run((sql) => db.deadLetters.drop(sql, selection, actor));
      sum += count;
      if (count < db.deadLetters.droppedMax) return sum;
    }
  });
  if (selection.ids !== undefined && dropped === 0) throw notFound(selection.ids);
  return { value: { dropped }, text: `${dropped} dead letters are dropped` };
}

function selectionOf(call: Call): DeadLetterSelection {
  const { all, reason, before } = call.options(ChoiceOptions);
  if (call.args.length > idsMax)
    throw new CliError("usage", `at most ${idsMax} numbers are allowed`);
  if (all) {
    if (call.args.length > 0) throw new CliError("usage", "pass numbers or --all, not both");
    return { reason, before };
  }
  if (reason !== undefined || before !== undefined) {
    throw new CliError("usage", "--reason and --before require --all");
  }
  if (call.args.length === 0) throw new CliError("usage", "pass numbers of dead letters, or --all");
  return { ids: call.args.map(idOf) };
}

function idOf(text: string): number {
  const id = number.safeParse(text);
  if (!id.success) throw new CliError("usage", `${text} is not the number of a dead letter`);
  return id.data;
}

function notFound(ids: readonly number[]): CliError {
  const named = ids.slice(0, 20).join(", ");
  return new CliError("not_found", `no dead letter ${named}: see \`jetwire dead-letters list\``);
}

function pairsOf(values: readonly string[]): string[] {
  return values.flatMap((value, at) => (at % 2 === 1 ? [`${values[at - 1] ?? ""}: ${value}`] : []));
}
