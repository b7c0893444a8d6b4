import process from "node:process";
import { measureAccounting, notStored } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import type { Answering, Call } from "../command.ts";
import { openCommandDatabase, openRedis } from "../connections.ts";
import { findingsOf } from "../doctor/findings.ts";
import {
  countDeadLettersByReason,
  measureFeeders,
  measurePostgres,
  measureProcesses,
  measureRedis,
  measureStreams,
} from "../doctor/measure.ts";
import type { DoctorReport } from "../doctor/report.ts";
import { reportText } from "../doctor/text.ts";
import type { Servers } from "../servers.ts";

const examples = `
Accounts for every message that was offered to ingest, checks each stream, process and server, and
reports problems with a remedy for each. The exit code is 1 if there is a problem. With DATABASE_URL
and REDIS_URL, it reads what processes report about themselves: one that was killed is missing after
15 seconds.

While messages flow, the accounting takes a few seconds.

Examples:
  jetwire doctor
  jetwire doctor --json | jq .accounting.sum.unaccounted`;

export function addDoctorCommand(program: Command, answering: Answering): void {
  program
    .command("doctor")
    .description("Report problems and how to solve them")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const report = await examine(call.servers());
  const findings = findingsOf(report, Date.now());
  return {
    value: { ok: findings.length === 0, wrong: findings, ...report },
    text: reportText(report, findings),
    exitCode: findings.length === 0 ? 0 : 1,
  };
}

async function examine(servers: Servers): Promise<DoctorReport> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openCommandDatabase(servers));
  const { redisUrl } = servers;
  const connection = redisUrl === null ? null : stack.use(await openRedis(redisUrl));
  const postgres = await measurePostgres(database);
  const redis = connection
    ? await measureRedis(connection)
    : ({ error: "REDIS_URL is not set" } as const);
  const usable = redis.error === null ? connection : null;
  const streams = async () => (usable ? await measureStreams(usable, servers) : null);
  const waiting = async () => {
    const measured = await streams();
    return measured && notStored(measured);
  };
  const isAvailable = postgres.error === null;
  return {
    versions: { node: process.versions.node },
    postgres,
    redis,
    accounting: isAvailable ? await measureAccounting(database, waiting) : null,
    deadLetters: isAvailable ? await countDeadLettersByReason(database) : [],
    feeders: isAvailable && usable ? await measureFeeders(database, usable, servers) : undefined,
    streams: (await streams()) ?? [],
    ...(await measureProcesses(servers, usable)),
  };
}
