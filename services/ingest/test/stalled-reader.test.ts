import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { describeUnless, freePorts, programOf, readAccounting, until } from "@jetwire/testbed";
import { expect, onTestFinished, test } from "vitest";
import { freshLine, runIngest, sendDatagrams } from "./running-ingest.ts";

const missing = process.platform === "linux" ? null : "no Linux, whose kernel counts drops";
/** Large datagrams fill the receive buffer sooner, whatever size the kernel allows it. */
const padding = "x".repeat(8_000);
const batch = 100;
const sentMax = 20_000;

/** Starts ingest as a process of its own, which the test's end kills if it still runs. */
function startProcess(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [programOf("ingest")], {
    env: { ...process.env, ...environment, LOG_LEVEL: "error" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Returns the drops that the kernel has counted for the UDP socket on a port, or null if there is no socket. */
async function dropsAt(port: number): Promise<number | null> {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = (await readFile("/proc/net/udp", "utf8")).split("\n");
  const columns = lines
    .find((line) => line.includes(address))
    ?.trim()
    .split(/\s+/);
  return columns === undefined ? null : Number(columns.at(-1));
}

describeUnless(missing, "a kernel that counts drops", () => {
  test("while ingest stalls, each datagram is stored or counted as dropped by the kernel (G15)", async () => {
    await using ingest = await runIngest();
    await ingest.stop();
    const [port = 0, tcp = 0, http = 0] = await freePorts(3);
    const { database } = ingest;
    const child = startProcess({
      DATABASE_URL: database.url,
      REDIS_URL: database.redisUrl,
      JETWIRE_NAMESPACE: database.namespace,
      INGEST_JOURNAL_DIR: ingest.journalDirectory,
      INGEST_ADDRESS_SECRET: "a secret of the tests",
      INGEST_BEHIND_SECONDS_MAX: "900000000",
      INGEST_UDP_PORTS: String(port),
      INGEST_TCP_PORTS: String(tcp),
      INGEST_HTTP_PORT: String(http),
    });
    const url = `http://127.0.0.1:${http}/v1/ingest`;
    const isOpen = () =>
      fetch(url, { method: "POST", body: freshLine() }).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("ingest accepts messages", isOpen, 30_000);

    child.kill("SIGSTOP");
    let sent = 0;
    let dropped = 0;
    while (dropped < batch && sent < sentMax) {
      const datagrams = Array.from({ length: batch }, () => freshLine({ padding }));
      await (await sendDatagrams(port, datagrams)).close();
      sent += batch;
      dropped = (await dropsAt(port)) ?? 0;
    }
    expect(dropped).toBeGreaterThanOrEqual(batch);
    child.kill("SIGCONT");

    const { sql } = database.database;
    const offered = 1 + sent - dropped;
    const account = await until(
      "all others are stored",
      async () => {
        const now = await readAccounting(sql);
        return now.offered >= offered && now.unaccounted === 0 && now;
      },
      60_000,
    );
    expect(account).toMatchObject({ offered, persisted: offered });
    const counted = async () => (await readAccounting(sql)).counts[0]?.kernelDrops === dropped;
    await until("the drops are in the account", counted, 15_000);

    child.kill("SIGTERM");
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
    const [last] = (await readAccounting(sql)).counts;
    expect([last?.offered, last?.kernelDrops]).toEqual([offered, dropped]);
  });
});
