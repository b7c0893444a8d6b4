import * as db from "@jetwire/db";
import type { RedactedMessage, RedactedRange } from "@jetwire/db";
import { isMessageId, messageIdFloor } from "@jetwire/protocol";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withOpenDatabase, withStores } from "../connections.ts";
import { operator, userName } from "../operator.ts";
import { redactMatches } from "./redact-matches.ts";
import type { Servers } from "../servers.ts";

const instant = z.iso
  .datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" })
  .transform((text) => Date.parse(text));
const Options = z.object({
  reason: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(500, "must have at most 500 characters"),
  station: z.coerce.number("must be a station id").int().positive().optional(),
  since: instant.optional(),
  until: instant.optional(),
  yes: z.boolean().default(false),
  filter: z.array(z.string()).optional(),
  count: z.coerce.number("must be a number").int().positive().optional(),
});
type Options = z.infer<typeof Options>;

const notLogged =
  "the feed logs were not changed, because Redis does not answer: fanout removes the messages later";
const idsMax = 1_000;
const countedMax = 1_000_000;

const examples = `
Deletes messages, their raw objects and the wholes that they are parts of from Postgres and from the feed
logs; REST answers their ids with
410. The ids, the reason and the operator stay on record. Clients keep messages that they have received;
the latest firehose messages of a gateway expire by themselves.

With --station the command only counts messages until --yes is given. With --filter it counts them and shows
the newest ones; repeat it with --count to redact so many, at most 10,000. Filters are those of
GET /v1/messages, combined with AND. Set until=, so that nothing matches that arrives meanwhile.

Examples:
  jetwire redact 01940d7e-8a00-7000-8000-000000000001 --reason "private data"
  jetwire redact --station 7 --since 2026-01-31T12:00:00Z --until 2026-01-31T13:00:00Z \\
    --reason "test transmissions" --yes
  jetwire redact --filter flight=UAL123 q=SECRET until=2026-01-31T13:00:00Z --reason "private data" --count 3`;

export function addRedactCommand(program: Command, answering: Answering): void {
  program
    .command("redact")
    .argument("[id...]", `message ids, at most ${idsMax}`)
    .requiredOption("--reason <text>", "Reason, stored with the ids of the messages")
    .option("--station <id>", "Redact all messages of a station in a period")
    .option("--since <time>", "With --station: start of the period")
    .option("--until <time>", "With --station: end of the period, exclusive")
    .option("--yes", "With --station: redact instead of counting")
    .option(
      "--filter <name=value...>",
      "Redact the messages that match filters of GET /v1/messages",
    )
    .option("--count <number>", "With --filter: redact, if not more messages than this match")
    .description("Delete messages permanently")
    .addHelpText("after", examples)
    .action(answering(redact));
}

async function redact(call: Call) {
  const options = call.options(Options);
  const servers = call.servers();
  const { filter, count, reason } = options;
  if (filter !== undefined) {
    requireFilterAlone(call.args, options);
    const { answer, changed } = await redactMatches(call, { filter, count, reason });
    const logged = await removeFromFeedLogs(servers, changed);
    return {
      value: { ...answer.value, logged },
      text: logged ? answer.text : `${answer.text}\n${notLogged}`,
    };
  }
  if (count !== undefined) throw new CliError("usage", "--count requires --filter");
  const target = targetOf(call.args, options);
  const record = { reason: options.reason, by: userName(), actor: operator() };
  return await withOpenDatabase(servers, async (run) => {
    const there = await run((sql) => db.redactions.count(sql, target, countedMax));
    if ("stationId" in target && !options.yes) {
      const text = `${there} messages would be redacted: add --yes to redact them`;
      return { value: { redacted: 0, there }, text };
    }
    const changed: RedactedMessage[] = [];
    for (;;) {
      const taken = await run((sql) => db.redactions.redact(sql, target, record));
      changed.push(...taken);
      if (taken.filter(isMessage).length < db.redactions.redactedMax) break;
    }
    const redacted = changed.filter(isMessage);
    const logged = await removeFromFeedLogs(servers, changed);
    const asked = "ids" in target ? new Set(target.ids).size : redacted.length;
    const text = [
      `${redacted.length} messages are redacted`,
      ...(asked > redacted.length ? [`${asked - redacted.length} were not found`] : []),
      ...(logged ? [] : [notLogged]),
    ].join("\n");
    return {
      value: { redacted: redacted.length, notThere: asked - redacted.length, logged },
      text,
    };
  });
}

function requireFilterAlone(ids: readonly string[], { station, since, until, yes }: Options): void {
  if (
    ids.length > 0 ||
    station !== undefined ||
    since !== undefined ||
    until !== undefined ||
    yes
  ) {
    throw new CliError("usage", "--filter must not be combined with ids, --station or its options");
  }
}

function isMessage({ what }: RedactedMessage): boolean {
  return what === "message";
}

/** Removes messages from the feed logs. @returns false if Redis did not answer. */
async function removeFromFeedLogs(
  servers: Servers,
  messages: readonly RedactedMessage[],
): Promise<boolean> {
  return await withStores(servers, async ({ feedLogs }) => {
    for (const { id, accountId } of messages) {
      if (accountId !== null) await feedLogs.of(accountId).remove(id);
    }
  });
}

function targetOf(ids: readonly string[], { station, since, until }: Options): RedactedRange {
  if (station === undefined) {
    if (since !== undefined || until !== undefined) {
      throw new CliError("usage", "--since and --until require --station");
    }
    if (ids.length === 0)
      throw new CliError("usage", "pass message ids, or --station with --since and --until");
    if (ids.length > idsMax)
      throw new CliError("usage", `at most ${idsMax} message ids are allowed`);
    const wrong = ids.find((id) => !isMessageId(id));
    if (wrong !== undefined) throw new CliError("usage", `${wrong} is not a message id`);
    return { ids };
  }
  if (ids.length > 0) throw new CliError("usage", "pass message ids or --station, not both");
  if (since === undefined || until === undefined) {
    throw new CliError("usage", "--station requires --since and --until");
  }
  if (since >= until) throw new CliError("usage", "--since must be before --until");
  return { stationId: station, from: messageIdFloor(since), until: messageIdFloor(until) };
}
