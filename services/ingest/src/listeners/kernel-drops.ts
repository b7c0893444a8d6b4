import { readdir, readFile, readlink } from "node:fs/promises";
import type { LedgerCounts } from "@jetwire/protocol";

const tables = ["/proc/net/udp", "/proc/net/udp6"];
const descriptors = "/proc/self/fd";
const localAddressColumn = 1;
const inodeColumn = 9;
const dropsColumn = 12;

/**
 * Counts datagrams that the kernel dropped before ingest could read them.
 *
 * @param counts contain the drops of earlier processes, and may be corrected by others; the kernel counts from the opening of a socket
 * @param ports the UDP ports that this process has just opened
 */
export function createKernelDropCounter(counts: LedgerCounts, ports: readonly number[]) {
  let seen = 0;
  const inodes = readOwnSockets();
  return {
    /** Adds what the kernel has dropped since the last call to `kernelDrops` of the counts. */
    async update(): Promise<void> {
      const drops = await kernelDrops({ ports: new Set(ports), inodes: await inodes });
      // Others change the counts too: those of Postgres are added after the journal lost its end.
      counts.kernelDrops += Math.max(0, drops - seen);
      seen = Math.max(seen, drops);
    },
  };
}

/** The UDP sockets whose drops are counted. Another process may have sockets on the same ports. */
interface CountedSockets {
  readonly ports: ReadonlySet<number>;
  readonly inodes: ReadonlySet<string>;
}

/** Returns the inodes of the sockets that this process has open; none where the system does not show them. */
async function readOwnSockets(): Promise<Set<string>> {
  const names = await readdir(descriptors).catch(() => []);
  const targets = await Promise.all(
    names.map((name) => readlink(`${descriptors}/${name}`).catch(() => "")),
  );
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}

/** Reads the last column of the kernel's UDP tables (proc(5)); returns 0 where there are none. */
async function kernelDrops(sockets: CountedSockets): Promise<number> {
  const texts = await Promise.all(tables.map((path) => readFile(path, "utf8").catch(() => "")));
  return texts.reduce((sum, text) => sum + dropsInTable(text, sockets), 0);
}

/** Returns the drops that one such table shows for the sockets. */
export function dropsInTable(table: string, { ports, inodes }: CountedSockets): number {
  let drops = 0;
  for (const line of table.split("\n").slice(1)) {
    const columns = line.trim().split(/\s+/);
    const port = Number.parseInt(columns[localAddressColumn]?.split(":")[1] ?? "", 16);
    if (!ports.has(port) || !inodes.has(columns[inodeColumn] ?? "")) continue;
    drops += Number(columns[dropsColumn] ?? 0);
  }
  return drops;
}
