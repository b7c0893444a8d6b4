import { isIP } from "node:net";
import {
  addSenderBlock,
  listSenderBlocks,
  removeSenderBlock,
  type SenderBlockKind,
  senderBlocksMax,
} from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { addressNetwork } from "@jetwire/runtime";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { notifyProcesses, withDatabase } from "../connections.ts";
import { Duration } from "../duration.ts";
import { operator } from "../operator.ts";
import { tableOf } from "../table.ts";

const Options = z.object({
  for: Duration.optional(),
  reason: z.string().trim().min(1).max(500, "must have at most 500 characters").optional(),
});

const addressExamples = `
Ingest refuses what the address sends, and REST and the gateways refuse its requests and connections, within
seconds. An IPv6 address is blocked with its /64 network. Datagrams can have a forged source: their sender can
change it. Block an address again to change the time or the reason.

Examples:
  jetwire block address 203.0.113.7 --for 7d --reason "flood of new stations"
  jetwire block address 2001:db8:1:2::7`;

const identExamples = `
Ingest refuses messages of the station from all addresses, also those that a station key proves, within seconds.

Example:
  jetwire block ident AB-KSFO1 --for 12h --reason "broken decoder"`;

export function addBlockCommands(program: Command, answering: Answering): void {
  const block = program.command("block").description("Block addresses and stations");
  for (const [kind, what, examples] of [
    ["address", "IPv4 or IPv6 address", addressExamples],
    ["ident", "ident of a station", identExamples],
  ] as const) {
    block
      .command(kind)
      .argument(`<${kind}>`, what)
      .option("--for <time>", "Time until the block ends, such as 7d or 12h (default: never)")
      .option("--reason <text>", "Reason, shown by `jetwire block list`")
      .description(kind === "address" ? "Block an address" : "Block a station by its ident")
      .addHelpText("after", examples)
      .action(answering((call) => add(call, kind)));
  }
  block
    .command("list")
    .description("List active blocks, newest first")
    .addHelpText("after", "\nExample:\n  jetwire block list")
    .action(answering(list));
  block
    .command("remove")
    .argument("<id>", "id of the block")
    .description("Remove a block")
    .addHelpText("after", "\nExample:\n  jetwire block remove 0b8e3a4e-6f0e-4f0e-9a44-7a4f8a1f2b11")
    .action(answering(remove));
}

async function add(call: Call, kind: SenderBlockKind) {
  const options = call.options(Options);
  const value = readValue(kind, call.args[0] ?? "");
  const { for: seconds, reason = null } = options;
  const expiresAt =
    seconds === undefined ? null : new Date(Date.now() + seconds * 1_000).toISOString();
  const servers = call.servers();
  const added = await withDatabase(servers, (sql) =>
    addSenderBlock(sql, { kind, value, reason, expiresAt }, operator()),
  );
  if (added === null) {
    throw new CliError("conflict", `there are ${senderBlocksMax} blocks: remove one first`);
  }
  await notifyProcesses(servers, { kind: "blocks-changed" });
  const until = expiresAt === null ? "" : ` until ${expiresAt}`;
  return {
    value: { ...added, kind, value, expiresAt },
    text: `${kind} ${value} is blocked${until} (id ${added.id})`,
  };
}

function readValue(kind: SenderBlockKind, text: string): string {
  if (kind === "address") {
    if (isIP(text) !== 0) return addressNetwork(text);
    throw new CliError("usage", `${text} is not an IPv4 or IPv6 address`);
  }
  if (text.length >= 1 && text.length <= 64) return text;
  throw new CliError("usage", "ident must have 1 to 64 characters");
}

async function list(call: Call) {
  const rows = await withDatabase(call.servers(), (sql) => listSenderBlocks(sql));
  const text = tableOf(
    rows,
    {
      ID: (row) => row.id,
      KIND: (row) => row.kind,
      VALUE: (row) => row.value,
      BLOCKED: (row) => row.createdAt,
      UNTIL: (row) => row.expiresAt,
      BY: (row) => row.blockedBy,
      REASON: (row) => row.reason,
    },
    "no blocks",
  );
  return { value: rows, text };
}

async function remove(call: Call) {
  const id = call.args[0] ?? "";
  const servers = call.servers();
  const removed = z.guid().safeParse(id).success
    ? await withDatabase(servers, (sql) => removeSenderBlock(sql, id, operator()))
    : null;
  if (removed === null) {
    throw new CliError("not_found", `block ${id} not found: see \`jetwire block list\``);
  }
  await notifyProcesses(servers, { kind: "blocks-changed" });
  return { value: { id, ...removed }, text: `${removed.kind} ${removed.value} is not blocked` };
}
