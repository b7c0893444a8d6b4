import { readFile } from "node:fs/promises";

const tables = ["/proc/net/udp", "/proc/net/udp6"];
const localAddressColumn = 1;
const dropsColumn = 12;

/**
 * Datagrams that the kernel has dropped for sockets on these ports since they were opened, by the
 * last column of its UDP tables (proc(5)); 0 where there are no such tables.
 */
export async function kernelDrops(ports: ReadonlySet<number>): Promise<number> {
  const texts = await Promise.all(tables.map((path) => readFile(path, "utf8").catch(() => "")));
  return texts.reduce((sum, text) => sum + dropsInTable(text, ports), 0);
}

/** The drops that one such table shows for the ports. */
export function dropsInTable(table: string, ports: ReadonlySet<number>): number {
  let drops = 0;
  for (const line of table.split("\n").slice(1)) {
    const columns = line.trim().split(/\s+/);
    const port = Number.parseInt(columns[localAddressColumn]?.split(":")[1] ?? "", 16);
    if (ports.has(port)) drops += Number(columns[dropsColumn] ?? 0);
  }
  return drops;
}
