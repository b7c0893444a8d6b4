import { readFile } from "node:fs/promises";
import type { LedgerCounts } from "@jetwire/protocol";

const tables = ["/proc/net/udp", "/proc/net/udp6"];
const localAddressColumn = 1;
const dropsColumn = 12;

/** Counts datagrams that the kernel dropped before ingest could read them. */
export interface KernelDropCounter {
  /** Updates `kernelDrops` of the counts. */
  update(): Promise<void>;
}

/**
 * @param counts contain the drops of earlier processes; the kernel counts from the opening of a socket
 * @param ports the UDP ports that this process has just opened
 */
export function createKernelDropCounter(
  counts: LedgerCounts,
  ports: readonly number[],
): KernelDropCounter {
  const before = counts.kernelDrops;
  const own = new Set(ports);
  return {
    async update() {
      counts.kernelDrops = Math.max(counts.kernelDrops, before + (await kernelDrops(own)));
    },
  };
}

/** Reads the last column of the kernel's UDP tables (proc(5)); returns 0 where there are none. */
async function kernelDrops(ports: ReadonlySet<number>): Promise<number> {
  const texts = await Promise.all(tables.map((path) => readFile(path, "utf8").catch(() => "")));
  return texts.reduce((sum, text) => sum + dropsInTable(text, ports), 0);
}

/** Returns the drops that one such table shows for the ports. */
export function dropsInTable(table: string, ports: ReadonlySet<number>): number {
  let drops = 0;
  for (const line of table.split("\n").slice(1)) {
    const columns = line.trim().split(/\s+/);
    const port = Number.parseInt(columns[localAddressColumn]?.split(":")[1] ?? "", 16);
    if (ports.has(port)) drops += Number(columns[dropsColumn] ?? 0);
  }
  return drops;
}
