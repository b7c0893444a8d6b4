import process from "node:process";
import { openDatabase } from "@jetwire/db";
import { createKeys, createRedisOpener, type RedisConnection } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import type { Command } from "@jetwire/command-line";
import type { Answering, Call } from "../command.ts";
import { findingsOf } from "../doctor/findings.ts";
import {
  measureAccounting,
  countDeadLettersByReason,
  measurePostgres,
  measureProcesses,
  measureRedis,
  measureStreams,
} from "../doctor/measure.ts";
import type { DoctorReport, PartitionState } from "../doctor/report.ts";
import { reportText } from "../doctor/text.ts";
import type { Servers } from "../servers.ts";

const examples = `
Adds up what became of everything that was offered to ingest, looks at every stream, process and
server, and says what is wrong and what to do. Exit code 1 if something is.

With messages flowing it takes some seconds, until the two sides of the account can be compared.

Examples:
  jetwire doctor
  jetwire doctor --json | jq .accounting.sum.unaccounted`;

export function addDoctorCommand(program: Command, answering: Answering): void {
  program
    .command("doctor")
    .description("say what is wrong and what to do")
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
  const log = createLogger("jetwire", "silent");
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openDatabase(servers.databaseUrl, { log, max: 2 }));
  const redisConnection = servers.redisUrl === null ? null : await openRedis(servers.redisUrl);
  if (redisConnection) stack.use(redisConnection);
  const keys = createKeys(servers.namespace);

  const postgres = await measurePostgres(database);
  const redis: DoctorReport["redis"] = redisConnection
    ? await measureRedis(redisConnection)
    : { error: "REDIS_URL is not set" };
  const usable = redis.error === null ? redisConnection : null;
  const streams = async () =>
    usable ? await measureStreams(usable, keys, servers.partitions) : null;
  const asked = postgres.error === null;
  return {
    versions: { node: process.versions.node },
    postgres,
    redis,
    accounting: asked ? await measureAccounting(database, streams) : null,
    deadLetters: asked ? await countDeadLettersByReason(database) : [],
    streams: (await streams()) ?? noStreams,
    processes: await measureProcesses(servers.services),
  };

  async function openRedis(url: string): Promise<RedisConnection> {
    return await createRedisOpener(url, log, createMetrics({})).open("request");
  }
}

const noStreams: PartitionState[] = [];
