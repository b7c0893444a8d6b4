import { userInfo } from "node:os";
import {
  countRedactable,
  redactedMax,
  type RedactedMessage,
  redactMessages,
  type RedactionTarget,
} from "@jetwire/db";
import { isMessageId, messageIdFloor } from "@jetwire/protocol";
import { removeFromFeedLog } from "@jetwire/redis";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { withRedis } from "../tell-processes.ts";
import { withOpenDatabase } from "../with-database.ts";

const instant = z.iso
  .datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" })
  .transform((text) => Date.parse(text));
const Options = z.object({
  reason: z.string().trim().min(1, "must say why").max(500, "has more than 500 characters"),
  station: z.coerce.number("must be a station id").int().positive().optional(),
  since: instant.optional(),
  until: instant.optional(),
  yes: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

const idsMax = 1_000;
const countedMax = 1_000_000;

const examples = `
The messages are taken out of the record, of what decoders sent, and of the feeds' logs; by id they
are answered with 410 from then on. That they were there, who took them away and why stays. Clients
keep what they have got; a gateway's latest firehose messages go with time.

With --station nothing is done but counting until --yes is given.

Examples:
  jetwire redact 01940d7e-8a00-7000-8000-000000000001 --reason "private data"
  jetwire redact --station 7 --since 2026-01-31T12:00:00Z --until 2026-01-31T13:00:00Z \\
    --reason "test transmissions" --yes`;

export function addRedactCommand(program: Command, answering: Answering): void {
  program
    .command("redact")
    .argument("[id...]", `message ids, ${idsMax} at most`)
    .requiredOption("--reason <text>", "why, kept with the messages' ids")
    .option("--station <id>", "all messages of a station that came in within a time")
    .option("--since <time>", "with --station: from then on")
    .option("--until <time>", "with --station: before then")
    .option("--yes", "with --station: do it, don't only count")
    .description("take messages away for good")
    .addHelpText("after", examples)
    .action(answering(redact));
}

async function redact(call: Call) {
  const options = call.options(Options);
  const target = targetOf(call.args, options);
  const servers = call.servers();
  const record = { reason: options.reason, by: userInfo().username };
  return await withOpenDatabase(servers, async (run) => {
    const there = await run((sql) => countRedactable(sql, target, countedMax));
    if ("stationId" in target && !options.yes) {
      const text = `${there} messages would be redacted; give --yes to do it`;
      return { value: { redacted: 0, there }, text };
    }
    const gone: RedactedMessage[] = [];
    for (;;) {
      const taken = await run((sql) => redactMessages(sql, target, record));
      gone.push(...taken);
      if (taken.length < redactedMax) break;
    }
    const logged = await removeFromLogs(servers, gone);
    const asked = "ids" in target ? new Set(target.ids).size : gone.length;
    const text = [
      `${gone.length} messages are redacted`,
      ...(asked > gone.length ? [`${asked - gone.length} were not there (any more)`] : []),
      ...(logged ? [] : ["the feeds' logs could not be reached: run it again when Redis answers"]),
    ].join("\n");
    return { value: { redacted: gone.length, notThere: asked - gone.length, logged }, text };
  });
}

/** @returns false when Redis isn't known or didn't answer. */
async function removeFromLogs(
  servers: Parameters<typeof withRedis>[0],
  messages: readonly RedactedMessage[],
): Promise<boolean> {
  let done = false;
  await withRedis(servers, async (redis, keys) => {
    for (const { id, accountId } of messages) {
      if (accountId !== null) await removeFromFeedLog(redis, keys, accountId, id);
    }
    done = true;
  });
  return done;
}

function targetOf(ids: readonly string[], { station, since, until }: Options): RedactionTarget {
  if (station === undefined) {
    if (since !== undefined || until !== undefined) {
      throw new CliError("usage", "--since and --until go with --station");
    }
    if (ids.length === 0) throw new CliError("usage", "name messages, or a station and a time");
    if (ids.length > idsMax) throw new CliError("usage", `${idsMax} messages at most`);
    const wrong = ids.find((id) => !isMessageId(id));
    if (wrong !== undefined) throw new CliError("usage", `${wrong} is no message id`);
    return { ids };
  }
  if (ids.length > 0) throw new CliError("usage", "name messages or a station, not both");
  if (since === undefined || until === undefined) {
    throw new CliError("usage", "--station needs --since and --until");
  }
  if (since >= until) throw new CliError("usage", "--since must be before --until");
  return { stationId: station, from: messageIdFloor(since), until: messageIdFloor(until) };
}
