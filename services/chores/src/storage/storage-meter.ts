import * as db from "@jetwire/db";
import type { Database, JournalBacklog, StorageSample, TableSize } from "@jetwire/db";
import type { ForecastDisk, StorageReport } from "@jetwire/protocol";
import type { ChoresConfig } from "../config.ts";
import { runQuery } from "../run-query.ts";
import { firstDayWithin, forecastStorage, type RetentionLimits } from "./forecast.ts";
import { growthOf, growthOfDays } from "./growth.ts";
import { diskOfPostgres, type PostgresDiskConfig } from "./postgres-disk.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const sampleMs = 55 * 60_000;
const sampleDays = 7;
const tablesMax = 12;
const journalsMax = 50;
/** An ingest that is silent for longer has ended. */
const silentMsMax = hourMs;

export type StorageConfig = PostgresDiskConfig &
  Pick<
    ChoresConfig,
    "KEEP_MESSAGES_DAYS" | "KEEP_RAW_DAYS" | "RETENTION_DAYS_MIN" | "RETENTION_DISK_SHARE"
  >;

export type StorageMeter = ReturnType<typeof createStorageMeter>;

/** Measures disks and tables, and plans what retention drops. */
export function createStorageMeter(database: Database, config: StorageConfig, now: () => number) {
  const run = <Result>(work: Parameters<typeof runQuery<Result>>[1]) => runQuery(database, work);

  async function measureNow() {
    const nowMs = now();
    const usedBytes = await run(db.storage.sizeOfDatabase);
    const partitions = await run(db.storage.partitionSizes);
    const disk = await diskOfPostgres(database, config);
    const limits = limitsOf(config, disk?.bytes ?? null);
    return { nowMs, usedBytes, partitions, disk, limits };
  }

  return {
    /** Returns the first day that stays within RETENTION_DISK_SHARE; null if nothing has to be dropped. */
    async firstDay(): Promise<Date | null> {
      if (config.RETENTION_DISK_SHARE === undefined) return null;
      const stored = await measureNow();
      const day = firstDayWithin(stored, stored.limits);
      return day === null ? null : new Date(day);
    },
    /**
     * Measures everything, keeps the sizes each hour, and stores what follows from them for operators.
     *
     * @param droppedAt the time at which a day was dropped because of the share, if one was
     */
    async measure(droppedAt: Date | null = null): Promise<StorageReport> {
      const stored = await measureNow();
      const { nowMs, usedBytes, partitions, disk, limits } = stored;
      const tables = await run(db.storage.tableSizes);
      const backlogs = await run(db.accounting.readBacklogs);
      const journals = journalsOf(backlogs);
      const bytesOf = (name: string) => tables.find((table) => table.name === name)?.bytes ?? 0;
      const besides = usedBytes - bytesOf("messages") - bytesOf("message_raws");
      const shown = largest(tables);
      const sizes = {
        ...Object.fromEntries(shown.map(({ name, bytes }) => [`table ${name}`, bytes])),
        ...Object.fromEntries(journals.map((one) => [`disk ${one.name}`, usedOf(one)])),
        besides,
        ...(disk?.measured === "path" && { foreign: usedOf(disk) - usedBytes }),
      };
      const samples = await keepSamples(nowMs, sizes);
      const ofTable = (name: string) => {
        const days = partitions.filter(({ table }) => table === name);
        const byDays = days.length === 0 ? null : growthOfDays(days, nowMs);
        return byDays ?? growthOf(samples, `table ${name}`);
      };
      const messages = ofTable("messages");
      const raws = ofTable("message_raws");
      const others = growthOf(samples, "besides");
      const foreign = disk?.measured === "path" ? growthOf(samples, "foreign") : 0;
      const isKnown = messages !== null && raws !== null && others !== null && foreign !== null;
      const { fullAtMs, drops } = forecastStorage(
        {
          ...stored,
          freeBytes: isKnown ? (disk?.freeBytes ?? null) : null,
          growth: { messages: messages ?? 0, message_raws: raws ?? 0 },
          othersGrowth: (others ?? 0) + (foreign ?? 0),
        },
        limits,
      );
      const growthBytes = isKnown ? messages + raws + others + foreign : null;
      const { budgetBytes } = limits;
      const isOver = budgetBytes !== null && usedBytes > budgetBytes;
      const report: StorageReport = {
        measuredAt: new Date(nowMs).toISOString(),
        disks: [
          ...(disk === null
            ? []
            : [{ name: "postgres", ...disk, growthBytes, fullAt: isoOf(fullAtMs) }]),
          ...journals.map((one) => forecastJournal(one, samples, nowMs)),
        ],
        tables: shown.map((table) => ({ ...table, growthBytes: ofTable(table.name) })),
        retention: {
          messagesDays: config.KEEP_MESSAGES_DAYS,
          rawDays: config.KEEP_RAW_DAYS,
          daysMin: config.RETENTION_DAYS_MIN,
          share: config.RETENTION_DISK_SHARE ?? null,
          budgetBytes,
          usedBytes,
          isExceeded: isOver && firstDayWithin(stored, limits) === null,
          droppedAt: isoOf(droppedAt?.getTime() ?? null),
          drops: drops.toSorted((a, b) => a.at.localeCompare(b.at)),
        },
      };
      await run((sql) => db.storage.writeReport(sql, report));
      return report;
    },
  };

  /** Adds the sizes if the last ones are an hour old, and returns those of seven days. */
  async function keepSamples(
    nowMs: number,
    sizes: StorageSample["sizes"],
  ): Promise<readonly StorageSample[]> {
    const since = new Date(nowMs - sampleDays * dayMs);
    const samples = await run((sql) => db.storage.listSamples(sql, since));
    const newest = { measuredAt: new Date(nowMs).toISOString(), sizes };
    if (nowMs - Date.parse(samples.at(-1)?.measuredAt ?? "1970-01-01") >= sampleMs) {
      await run((sql) => db.storage.addSample(sql, new Date(nowMs), sizes));
      await run((sql) => db.storage.deleteSamples(sql, new Date(since.getTime() - dayMs)));
    }
    return [...samples, newest];
  }
}

function limitsOf(config: StorageConfig, diskBytes: number | null): RetentionLimits {
  const { RETENTION_DISK_SHARE: share, KEEP_MESSAGES_DAYS, KEEP_RAW_DAYS } = config;
  return {
    keepDays: { messages: KEEP_MESSAGES_DAYS, message_raws: KEEP_RAW_DAYS },
    daysMin: config.RETENTION_DAYS_MIN,
    budgetBytes: share === undefined || diskBytes === null ? null : Math.floor(share * diskBytes),
  };
}

type JournalDisk = Pick<ForecastDisk, "name" | "bytes" | "freeBytes">;

function journalsOf(backlogs: readonly JournalBacklog[]): JournalDisk[] {
  const running = backlogs.filter(({ silentMs }) => silentMs <= silentMsMax);
  const disks = running.flatMap(({ producer, disk }) =>
    disk === null ? [] : [{ name: `journal ${producer}`, ...disk }],
  );
  return disks.slice(0, journalsMax);
}

function forecastJournal(
  disk: JournalDisk,
  samples: readonly StorageSample[],
  nowMs: number,
): ForecastDisk {
  const growthBytes = growthOf(samples, `disk ${disk.name}`);
  const days = growthBytes === null || growthBytes === 0 ? null : disk.freeBytes / growthBytes;
  const fullAtMs = days === null || days > 400 ? null : nowMs + days * dayMs;
  return { ...disk, measured: "path", growthBytes, fullAt: isoOf(fullAtMs) };
}

/** Returns the largest tables, and the sum of the others. */
function largest(tables: readonly TableSize[]): TableSize[] {
  const sum = (name: "bytes" | "indexBytes") =>
    tables.slice(tablesMax).reduce((total, table) => total + table[name], 0);
  const others = { name: "others", bytes: sum("bytes"), indexBytes: sum("indexBytes") };
  return [...tables.slice(0, tablesMax), others];
}

function usedOf({ bytes, freeBytes }: Pick<ForecastDisk, "bytes" | "freeBytes">): number {
  return bytes - freeBytes;
}

function isoOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
