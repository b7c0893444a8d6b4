import { isIP } from "node:net";
import { isPublicAddress } from "@jetwire/auth";
import { bytesOf } from "./check-values.ts";
import type { ConfigFinding } from "./config-finding.ts";

/** The facts of a host. What could not be measured is null, and is not judged. */
export interface HostFacts {
  /** The records of DOMAIN; the error if it has no `A` record. */
  readonly dns: {
    readonly a: readonly string[];
    readonly aaaa: readonly string[];
    readonly error: string | null;
  } | null;
  /** The addresses of this host's interfaces. */
  readonly addresses: readonly string[];
  /** Ports that another program has, `443/tcp`; null while Jetwire itself answers here. */
  readonly taken: readonly string[] | null;
  readonly isClockSynchronized: boolean | null;
  readonly disks: readonly {
    readonly path: string;
    readonly freeBytes: number;
    readonly sizeBytes: number;
  }[];
  readonly memoryBytes: number | null;
  /** `vm.overcommit_memory` and `net.core.rmem_max`. */
  readonly overcommit: number | null;
  readonly receiveBytesMax: number | null;
  readonly openFilesMax: number | null;
}

const gib = 2 ** 30;
const receiveBytesMin = 8 * 2 ** 20;
const openFilesMin = 65_536;
const postgresBytes = 4 * gib;
const shown = (bytes: number) => `${(bytes / gib).toFixed(1)} GiB`;

/**
 * Returns what is wrong with a host for the variables of a deployment.
 *
 * @param publicAddress the address by which others reach this host, if a router has it
 */
export function checkHost(
  facts: HostFacts,
  env: Readonly<Record<string, string | undefined>>,
  publicAddress: string | null,
): ConfigFinding[] {
  return [
    ...checkDns(facts, env["DOMAIN"] ?? "", publicAddress),
    ...(facts.taken ?? []).map((port) =>
      finding("ports", "error", `another program has port ${port}`, `stop it: ss -lpn names it`),
    ),
    ...(facts.isClockSynchronized === false
      ? [
          finding(
            "clock",
            "error",
            "the clock is not synchronized",
            "timedatectl set-ntp true, or install chrony",
          ),
        ]
      : []),
    ...checkDisks(facts),
    ...checkMemory(facts, env),
    ...checkKernel(facts),
  ];
}

function checkDns(
  { dns, addresses }: HostFacts,
  domain: string,
  publicAddress: string | null,
): ConfigFinding[] {
  if (dns === null) return [];
  if (dns.a.length === 0) {
    const why = dns.error === null ? "" : `: ${dns.error}`;
    return [
      finding(
        "dns",
        "error",
        `${domain} has no A record${why}`,
        "add one with the public IPv4 address of this host (docs/operations/domain.md)",
      ),
    ];
  }
  const findings: ConfigFinding[] = [];
  const own = publicAddress === null ? addresses : [publicAddress];
  const foreign = dns.a.filter((address) => !own.includes(address));
  if (foreign.length > 0) {
    // Behind a router nobody can tell from here which address it has.
    const isBehindRouter = publicAddress === null && !addresses.some(isPublic);
    const whose = publicAddress === null ? "not an address of this host" : `not ${publicAddress}`;
    findings.push(
      finding(
        "dns",
        isBehindRouter ? "warning" : "error",
        `${domain} resolves to ${foreign.join(", ")}, ${whose}`,
        isBehindRouter
          ? "if a router has that address, pass it as --public-address, and forward the ports"
          : "correct the A record; behind a proxy, see FEED_HOST and TRUSTED_PROXIES (docs/operations/domain.md)",
      ),
    );
  }
  if (dns.aaaa.length > 0) {
    findings.push(
      finding(
        "dns",
        "warning",
        `${domain} has an AAAA record (${dns.aaaa.join(", ")}), but ports are published for IPv4 only`,
        "remove it: decoders that prefer IPv6 lose everything they send by UDP",
      ),
    );
  }
  return findings;
}

function isPublic(address: string): boolean {
  return isIP(address) === 4 && isPublicAddress(address);
}

function checkDisks({ disks }: HostFacts): ConfigFinding[] {
  return disks.flatMap(({ path, freeBytes, sizeBytes }) => {
    const isFull = freeBytes < gib;
    if (!isFull && freeBytes >= 10 * gib && freeBytes >= sizeBytes / 10) return [];
    const what = `${path} has ${shown(freeBytes)} of ${shown(sizeBytes)} left`;
    return [
      finding(
        "disk",
        isFull ? "error" : "warning",
        what,
        "free some space, or keep data for a shorter time (docs/operations/retention.md)",
      ),
    ];
  });
}

function checkMemory(
  { memoryBytes }: HostFacts,
  env: Readonly<Record<string, string | undefined>>,
): ConfigFinding[] {
  if (memoryBytes === null) return [];
  const redis = bytesOf(env["REDIS_MEMORY_LIMIT"] ?? "") ?? 2 * gib;
  const remedy =
    "lower REDIS_MAXMEMORY and REDIS_MEMORY_LIMIT, or add memory (docs/operations/sizing.md)";
  if (redis > memoryBytes) {
    return [
      finding(
        "memory",
        "error",
        `Redis may use ${shown(redis)}, and the host has ${shown(memoryBytes)}`,
        remedy,
      ),
    ];
  }
  if (redis + postgresBytes <= memoryBytes) return [];
  return [
    finding(
      "memory",
      "warning",
      `Redis and Postgres may use ${shown(redis + postgresBytes)}, and the host has ${shown(memoryBytes)}`,
      remedy,
    ),
  ];
}

function checkKernel({ overcommit, receiveBytesMax, openFilesMax }: HostFacts): ConfigFinding[] {
  const findings: ConfigFinding[] = [];
  if (overcommit !== null && overcommit !== 1) {
    findings.push(
      finding(
        "kernel",
        "warning",
        `vm.overcommit_memory is ${overcommit}: Redis may fail to rewrite its file`,
        "sysctl -w vm.overcommit_memory=1, and the same line in /etc/sysctl.d",
      ),
    );
  }
  if (receiveBytesMax !== null && receiveBytesMax < receiveBytesMin) {
    findings.push(
      finding(
        "kernel",
        "warning",
        `net.core.rmem_max is ${receiveBytesMax}: bursts by UDP may be dropped`,
        `sysctl -w net.core.rmem_max=${receiveBytesMin}, and the same line in /etc/sysctl.d`,
      ),
    );
  }
  if (openFilesMax !== null && openFilesMax < openFilesMin) {
    findings.push(
      finding(
        "kernel",
        "warning",
        `a process may open ${openFilesMax} files, and each connection is one`,
        `raise LimitNOFILE of Docker to ${openFilesMin} or more`,
      ),
    );
  }
  return findings;
}

function finding(
  check: string,
  severity: ConfigFinding["severity"],
  what: string,
  remedy: string,
): ConfigFinding {
  return { check, severity, what, remedy };
}
