import { execFile } from "node:child_process";
import { createSocket } from "node:dgram";
import { resolve4, resolve6 } from "node:dns/promises";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { networkInterfaces, totalmem } from "node:os";
import { promisify } from "node:util";
import type { HostFacts } from "./check-host.ts";

const msMax = 5_000;
const run = promisify(execFile);
const feederTcp = [5550, 5553, 5555, 5556, 5557, 5558, 5590, 8082];
const feederUdp = [5550, 5552, 5555, 5556, 5557, 5558, 5561, 5571, 5581, 6000];

/** Measures the host that this process runs on. What cannot be measured is null, never an error. */
export async function measureHost(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<HostFacts> {
  const domain = env["DOMAIN"] ?? "";
  const [dns, taken, isClockSynchronized, disks, overcommit, receiveBytesMax, openFilesMax] =
    await Promise.all([
      domain === "" || /(^|\.)localhost$/.test(domain) ? null : resolve(domain),
      findTaken(env),
      askClock(),
      readDisks(env, folder),
      readKernel("vm/overcommit_memory"),
      readKernel("net/core/rmem_max"),
      readOpenFiles(),
    ]);
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address),
  );
  const memoryBytes = totalmem();
  return {
    dns,
    addresses,
    taken,
    isClockSynchronized,
    disks,
    memoryBytes,
    overcommit,
    receiveBytesMax,
    openFilesMax,
  };
}

async function resolve(domain: string): Promise<HostFacts["dns"]> {
  const [a, aaaa] = await Promise.allSettled([resolve4(domain), resolve6(domain)]);
  return {
    a: a.status === "fulfilled" ? a.value : [],
    aaaa: aaaa.status === "fulfilled" ? aaaa.value : [],
    error: a.status === "fulfilled" ? null : codeOf(a.reason),
  };
}

/** Tries to listen on the ports that the compose file publishes. Null if Jetwire answers: then they are its own. */
async function findTaken(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[] | null> {
  const entry = Number(env["ENTRY_PORT"]) || 8080;
  const status = `http://127.0.0.1:${entry}/v1/status`;
  const answer = await fetch(status, { signal: AbortSignal.timeout(msMax) }).catch(() => null);
  if (answer?.ok === true) return null;
  const address = env["LISTEN_ADDRESS"] || "127.0.0.1";
  const web = (env["DOMAIN"] ?? "") === "" ? [] : [80, 443];
  const tcp = [...web, ...feederTcp].map(async (port) =>
    (await isTcpTaken(port, address)) ? [`${port}/tcp`] : [],
  );
  const own = (await isTcpTaken(entry, "127.0.0.1")) ? [`${entry}/tcp`] : [];
  const udp = feederUdp.map(async (port) =>
    (await isUdpTaken(port, address)) ? [`${port}/udp`] : [],
  );
  return [...own, ...(await Promise.all([...tcp, ...udp])).flat()];
}

async function isTcpTaken(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, "listening");
    return false;
  } catch (error) {
    return codeOf(error) === "EADDRINUSE";
  } finally {
    server.close();
  }
}

async function isUdpTaken(port: number, host: string): Promise<boolean> {
  const socket = createSocket("udp4");
  try {
    socket.bind(port, host);
    await once(socket, "listening");
    return false;
  } catch (error) {
    return codeOf(error) === "EADDRINUSE";
  } finally {
    socket.close();
  }
}

/** Asks systemd, which knows it without a network. Null where it does not run. */
async function askClock(): Promise<boolean | null> {
  const args = ["show", "--property=NTPSynchronized", "--value"];
  const answer = await run("timedatectl", args, { timeout: msMax }).catch(() => null);
  const text = answer?.stdout.trim();
  return text === "yes" ? true : text === "no" ? false : null;
}

async function readDisks(env: Readonly<Record<string, string | undefined>>, folder: string) {
  const volume = env["BACKUP_VOLUME"] ?? "";
  const paths = ["/var/lib/docker", volume.startsWith("/") ? volume : folder].filter(existsSync);
  const read = paths.map(async (path) => {
    const space = await statfs(path).catch(() => null);
    if (space === null) return [];
    const { bavail, blocks, bsize } = space;
    return [{ path, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }];
  });
  return (await Promise.all(read)).flat();
}

async function readKernel(path: string): Promise<number | null> {
  const text = await readFile(`/proc/sys/${path}`, "utf8").catch(() => "");
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}

async function readOpenFiles(): Promise<number | null> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, hard = ""] = /^Max open files\s+\S+\s+(\d+)/m.exec(limits) ?? [];
  return hard === "" ? null : Number(hard);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
