import process from "node:process";
import * as db from "@jetwire/db";
import { checkDurability, type Database, migrationStatus } from "@jetwire/db";
import { type HealthFacts, measureHealth, type ProcessState } from "@jetwire/health";
import { openStores } from "@jetwire/redis";
import { diskErrorText, withDeadline } from "@jetwire/runtime";
import { z } from "zod";
import { openCommandDatabase, openRedis } from "../connections.ts";
import type { Servers } from "../servers.ts";

const queryMsMax = 10_000;
const healthMsMax = 5_000;
const processMsMax = 2_000;

const reasons = z.record(z.string(), z.union([z.literal(true), z.string()])).default({});
const ServiceAnswer = z.object({ ready: z.boolean(), checks: reasons, alarms: reasons });
/** The answer of `/readyz`; it has `services` if the process runs several. */
const Answer = ServiceAnswer.extend({ services: z.record(z.string(), ServiceAnswer).optional() });

/** The facts that `doctor` judges, and others that it only reports. */
export interface DoctorReport extends HealthFacts {
  readonly versions: { readonly node: string; readonly postgres: string | null };
  readonly deadLetterReasons: readonly { reason: string; count: number; example: string }[];
}

/** Measures an instance. What cannot be measured is null or empty, never an error. */
export async function examineInstance(servers: Servers): Promise<DoctorReport> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openCommandDatabase(servers));
  const { redisUrl, namespace, partitions, services } = servers;
  const redis = redisUrl === null ? null : stack.use(await openRedis(redisUrl));
  const stores = redis && openStores(redis, namespace);
  const { postgres, ...schema } = await measureSchema(database);
  const isAvailable = postgres === true;
  const sources = { database, replica: null, redis, stores, partitions };
  const facts = await measureHealth(sources, healthMsMax);
  const waiting = async () => {
    if (stores === null) return null;
    const streams = withDeadline(stores.streams.waiting(partitions), healthMsMax, "Redis");
    return await streams.catch(() => null);
  };
  return {
    ...facts,
    postgres,
    schema: schema.schema,
    versions: { node: process.versions.node, postgres: schema.version },
    ...(services !== null && {
      processes: { alive: await askProcesses(services), expected: [], lost: [] },
    }),
    accounting: isAvailable
      ? await db.accounting.measure(database, async () => {
          const streams = await waiting();
          return streams && db.accounting.notStored(streams);
        })
      : null,
    deadLetterReasons: isAvailable
      ? await database.withQueryDeadline(db.deadLetters.count, queryMsMax)
      : [],
    partitions: await waiting(),
  };
}

async function measureSchema(
  database: Database,
): Promise<{ version: string | null } & Pick<HealthFacts, "postgres" | "schema">> {
  try {
    return await database.withQueryDeadline(async (sql) => {
      const migrations = await migrationStatus(sql);
      if (migrations.applied.length === 0) throw new Error("no tables: run `jetwire migrate`");
      const durable = await checkDurability(sql).then(() => true as const, messageOf);
      const { version, ...tables } = await db.accounting.readServerFacts(sql);
      return { postgres: true, version, schema: { ...tables, migrations, durable } };
    }, queryMsMax);
  } catch (error) {
    return { postgres: messageOf(error), version: null, schema: null };
  }
}

async function askProcesses(
  services: NonNullable<Servers["services"]>,
): Promise<readonly ProcessState[]> {
  return (await Promise.all(services.map(askProcess))).flat();
}

/** Asks a process, which may run several services. A server has no health address. */
async function askProcess({
  name,
  replica: number,
  health,
}: NonNullable<Servers["services"]>[number]): Promise<readonly ProcessState[]> {
  if (health === null) return [];
  const unknown = { number, draining: false, replica: null, startedAt: null };
  try {
    const response = await fetch(new URL("/readyz", health), {
      signal: AbortSignal.timeout(processMsMax),
    });
    const { services, ...own } = Answer.parse(await response.json());
    const each = services === undefined ? [[name, own] as const] : Object.entries(services);
    return each.map(([service, { ready, checks, alarms }]) => {
      const problems = Object.entries({ ...checks, ...alarms })
        .filter(([, reason]) => reason !== true)
        .map(([problem, reason]) => ({ name: problem, reason: String(reason), since: null }));
      return { ...unknown, service, ready, problems };
    });
  } catch (error) {
    const problem = { name: "health", reason: messageOf(error), since: null };
    return [{ ...unknown, service: name, ready: false, problems: [problem] }];
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const disk = diskErrorText(error);
  if (disk !== null) return disk;
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
