import { readFile } from "node:fs/promises";

const folder = "/proc/sys/net/ipv4";

/** Settings of the kernel, as it prints them. */
export interface EphemeralSettings {
  /** The first and the last port that outgoing connections get. */
  readonly range: string;
  /** Ports that none of them gets, for example `8080,30000-30063`. */
  readonly reserved: string;
}

/**
 * Returns a warning about ports that the system may give to any outgoing connection, so that a listener finds them in use;
 * null if there are none, or if the system does not show its range.
 */
export async function ephemeralPortsWarning(ports: readonly number[]): Promise<string | null> {
  const [range, reserved] = await Promise.all([
    readSetting("ip_local_port_range"),
    readSetting("ip_local_reserved_ports"),
  ]);
  return describeEphemeral(ports, { range, reserved });
}

/** Returns the warning for these settings. */
export function describeEphemeral(
  ports: readonly number[],
  { range, reserved }: EphemeralSettings,
): string | null {
  const [first = 0, last = -1] = range.trim().split(/\s+/).map(Number);
  const kept = reserved.trim().split(",").map(boundsOf);
  const found = ports.filter(
    (port) =>
      port >= first && port <= last && !kept.some(([from, to]) => port >= from && port <= to),
  );
  if (found.length === 0) return null;
  const named = [...new Set(found)].toSorted((a, b) => a - b).join(", ");
  return (
    `outgoing connections of this host may use the ports ${named}, which are in its range ${first} to ${last} ` +
    "(net.ipv4.ip_local_port_range): choose others, or add them to net.ipv4.ip_local_reserved_ports"
  );
}

async function readSetting(name: string): Promise<string> {
  return await readFile(`${folder}/${name}`, "utf8").catch(() => "");
}

function boundsOf(part: string): readonly [number, number] {
  const [from = "", to = from] = part.split("-");
  return from === "" ? [0, -1] : [Number(from), Number(to)];
}
