/**
 * Rehearses the compose file on a machine with Podman, and prints figures as a page of Markdown. It builds the images,
 * starts everything, feeds it, reads it back through the balancer, scales gateways and upgrades services under load,
 * makes a back-up, destroys the volumes and restores. Removes all containers and volumes at its end.
 *
 *   podman system service --time=0 unix:///run/podman/podman.sock &
 *   DOCKER_HOST=unix:///run/podman/podman.sock node infra/rehearsal/main.ts > docs/rehearsal.md
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import {
  backUp,
  compose,
  containersOf,
  jetwire,
  podman,
  readRows,
  restore,
  runHealthChecks,
} from "./containers.ts";
import { openReader, type Reader, type Sender, startSender } from "./load.ts";

const entry = "http://127.0.0.1:8080";
const readersCount = 5;
const messagesPerSecond = 20;
const arrivalMsMax = 180_000;
const lines: string[] = [];

function note(line: string): void {
  lines.push(line);
  process.stderr.write(`${line}\n`);
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + arrivalMsMax;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${arrivalMsMax} ms`);
    await pause(200);
  }
}

/** Does a step under load, and notes what feeders and readers saw of it. */
async function step(
  name: string,
  { sender, readers }: { sender: Sender; readers: readonly Reader[] },
  work: () => Promise<unknown>,
): Promise<void> {
  sender.takeFigures();
  for (const reader of readers) reader.takeOutageMs();
  const before = sender.accepted.size;
  const beganAt = performance.now();
  await work();
  await pause(3_000);
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(0);
  const { failed, slowestMs } = sender.takeFigures();
  const outageMs = Math.max(...readers.map((reader) => reader.takeOutageMs()));
  const count = sender.accepted.size - before;
  note(
    `| ${name} | ${seconds} s | ${count} | ${failed} | ${slowestMs.toFixed(0)} ms | ${outageMs.toFixed(0)} ms |`,
  );
}

/** Starts everything. `up --wait` would fail, because migrations are a container that ends. */
async function startAll(): Promise<void> {
  await compose(["up", "-d", "--no-build"]);
  await until("REST", async () => (await fetch(`${entry}/v1/status`)).ok);
}

async function scaleGateways(count: number): Promise<void> {
  const scale = `gateway=${count}`;
  await compose([
    "up",
    "-d",
    "--no-deps",
    "--no-recreate",
    "--no-build",
    "--wait",
    "--scale",
    scale,
    "gateway",
  ]);
}

/** Replaces the containers of a service by ones of another version, which are ready before the old ones stop. */
async function replaceBeside(service: string, version: Record<string, string>): Promise<void> {
  const old = await containersOf(service);
  const scale = `${service}=${old.length + 1}`;
  await compose(
    ["up", "-d", "--no-deps", "--no-recreate", "--no-build", "--wait", "--scale", scale, service],
    version,
  );
  for (const name of old) await podman("stop", name);
  for (const name of old) await podman("rm", name);
}

async function rehearse(folder: string): Promise<void> {
  const beganAt = performance.now();
  await startAll();
  note(
    `Everything is up, and REST answers, after ${((performance.now() - beganAt) / 1_000).toFixed(0)} s.`,
  );

  await jetwire("accounts", "add", "rehearsal");
  await jetwire("stations", "add", "RH-1", "--account", "rehearsal", "--source-type", "acars");
  const { key } = (await jetwire("keys", "issue", "--account", "rehearsal")) as { key: string };
  const page = await fetch(entry);
  const title = /<title>[^<]*<\/title>/.exec(await page.text())?.[0];
  note(`The page is answered with ${page.status} and ${title}, \`/v1/status\` with 200.`);
  const readers: Reader[] = [];
  for (let number = 0; number < readersCount; number++) {
    readers.push(await openReader(entry.replace("http", "ws"), key));
  }
  const sender = startSender(entry, "RH-1", messagesPerSecond);
  const load = { sender, readers };

  note("");
  note(
    "| Step | Time | Messages accepted | Posts repeated | Slowest post | Longest time of a client without a connection |",
  );
  note("| --- | --- | --- | --- | --- | --- |");
  await step("Load alone", load, () => pause(7_000));
  await step("Gateways 1 → 3", load, () => scaleGateways(3));
  await step("Gateways 3 → 1", load, () => scaleGateways(1));
  const version = { JETWIRE_VERSION: "next" };
  await step("Upgrade: migrate", load, () => compose(["run", "--rm", "-T", "migrate"], version));
  for (const service of ["persister", "fanout", "sampler", "gateway", "rest", "chores", "ingest"]) {
    await step(`Upgrade: ${service}`, load, () =>
      service === "gateway" || service === "rest"
        ? replaceBeside(service, version)
        : compose(["up", "-d", "--no-deps", "--no-build", "--wait", service], version),
    );
  }
  await sender.stop();
  note("");
  const missing = () =>
    readers.map(({ received }) => [...sender.accepted].filter((one) => !received.has(one)).length);
  await until("the feed", () => missing().every((count) => count === 0)).catch(() => {});
  const repeated = readers.map((reader) => reader.repeated());
  note(
    `Accepted: ${sender.accepted.size} messages. Missing at the ${readersCount} clients of the feed: ${missing().join(", ")}; repeated: ${repeated.join(", ")}.`,
  );
  for (const reader of readers) reader.close();
  const doctor = await compose(["run", "--rm", "-T", "jetwire", "doctor"]).catch(String);
  note(`\`jetwire doctor\`: ${/unaccounted +\d+/.exec(doctor)?.[0] ?? "no answer"}.`);

  await compose(["stop", "chores", "ingest", "persister", "fanout", "sampler", "gateway", "rest"]);
  const before = await readRows();
  await backUp(folder);
  await compose(["down", "--volumes", "--remove-orphans"]);
  await compose(["up", "-d", "--no-build", "--wait", "postgres"]);
  await restore(folder);
  const after = await readRows();
  const isEqual = before.tables === after.tables && before.messages === after.messages;
  note(
    `Back-up, loss of all volumes, restore: ${before.tables.trim().split("\n").length} tables, ${before.messages.split(" ")[0]} messages; rows ${isEqual ? "are equal" : "DIFFER"}.`,
  );
  await startAll();
  const headers = { authorization: `Bearer ${key}` };
  const read = await fetch(`${entry}/v1/messages?station=RH-1&limit=1`, { headers });
  note(
    `After the restore REST answers the same key with ${read.status} and a message of the station.`,
  );
}

const folder = mkdtempSync(join(tmpdir(), "jetwire-rehearsal-"));
const checks = new AbortController();
const checking = runHealthChecks(checks.signal);
try {
  await rehearse(folder);
} catch (error) {
  note(`The rehearsal failed: ${String(error).slice(0, 2_000)}`);
  process.exitCode = 1;
} finally {
  await compose(["down", "--volumes", "--remove-orphans"]).catch(() => "");
  checks.abort();
  await checking;
  rmSync(folder, { recursive: true });
  process.stdout.write(
    `# Rehearsal of the compose file\n\nMade by \`infra/rehearsal/main.ts\` with Docker Compose and Podman (${new Date().toISOString().slice(0, 10)}).\n\n${lines.join("\n")}\n`,
  );
}
