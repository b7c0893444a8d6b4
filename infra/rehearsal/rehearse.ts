import { setTimeout as pause } from "node:timers/promises";
import type { Site } from "./containers.ts";
import { backUp, query, readRows, restore } from "./database.ts";
import { serveDomain } from "./domain.ts";
import { type Load, startLoad } from "./load.ts";
import { fault, note, row, section, timed } from "./report.ts";
import { checkDemo, checkMonitoring } from "./profiles.ts";
import { replace, scale } from "./replace.ts";
import { rotateSecrets } from "./rotate.ts";
import { isWell, readPage, until } from "./visit.ts";

const outageMsMax = 2_000;
const account = "rehearsal";
const station = "RH-1";
const loadColumns = [
  "Step",
  "Time",
  "Messages accepted",
  "Posts repeated",
  "Slowest post",
  "Reads repeated",
  "Slowest read",
  "Longest time of a client without a connection",
];

/** The addresses of a site on this machine, and a folder for back-ups. */
export interface Surroundings {
  readonly entry: string;
  /** Has the feeder ports, and HTTPS with a domain. */
  readonly address: string;
  readonly prometheus: string;
  readonly folder: string;
}

/** Starts a site and does with it what an operator does, under load; ends with a site that was restored. */
export async function rehearse(site: Site, around: Surroundings): Promise<void> {
  const { entry, folder } = around;
  await bringUp(site, entry);
  const key = await makeStation(site);
  note(`\n${await readPage(entry)}`);

  const load = await startLoad({ entry, address: around.address, station, key });
  try {
    await changeUnderLoad(site, load, folder);
    await count(load, site);
  } finally {
    await load.close();
  }
  await rotateSecrets(site, { entry, key });
  await checkDemo(site);
  await checkMonitoring(site, around.prometheus);
  await loseAndRestore(site, around);
  const headers = { authorization: `Bearer ${key}` };
  const read = await fetch(`${entry}/v1/messages?station=${station}&limit=1`, { headers });
  if (!(await read.text()).includes("REHEARSAL")) {
    fault(`after the restore, REST answers ${read.status} without a message of the station`);
  }
  await serveDomain(site, around.address);
}

/** Adds an account with a station, and returns a key that may read every second and more often. */
async function makeStation(site: Site): Promise<string> {
  await site.jetwire("accounts", "add", account);
  await site.jetwire("stations", "add", station, "--account", account, "--source-type", "acars");
  await site.jetwire("tiers", "set", account, "--requests-per-minute", "6000");
  const issued = await site.jetwire("keys", "issue", "--account", account, "--tier", account);
  return (issued as { key: string }).key;
}

/** Scales gateways and ingests, makes a back-up, upgrades all images, and rolls the services back. */
async function changeUnderLoad(site: Site, load: Load, folder: string): Promise<void> {
  section("Under load", loadColumns);
  await step("Load alone", load, () => pause(10_000));
  await step("Gateways 1 → 3", load, () => scale(site, "gateway", 3));
  await load.addReaders();
  await step("Gateways 3 → 1", load, () => scale(site, "gateway", 1));
  await step("Ingests 1 → 2", load, () => scale(site, "ingest", 2));
  await step("Ingests 2 → 1", load, () => scale(site, "ingest", 1));
  await step("Back-up", load, () => backUp(folder));
  await upgrade(site, load);
  await rollBack(site, load);
}

async function bringUp(site: Site, entry: string): Promise<void> {
  section("Bring-up", ["Command", "Time"]);
  row(
    "`run --rm init`",
    await timed(() => site.compose("run", "--rm", "-T", "--user=0:0", "init")),
  );
  row("`up --detach`", await timed(() => site.compose("up", "--detach", "--no-build")));
  row("until REST answers", await timed(() => until("REST", () => isServed(entry))));
  row("`run --rm jetwire doctor`", await timed(() => until("doctor", () => isWell(site))));
}

async function isServed(entry: string): Promise<boolean> {
  return (await fetch(`${entry}/v1/status`)).ok;
}

/** Replaces all images by those of the next version, which brings a migration. */
async function upgrade(site: Site, load: Load): Promise<void> {
  site.set("JETWIRE_VERSION", "next");
  // Without its dependencies, because Compose may start the database anew, which stops every service.
  const migrate = ["run", "--rm", "-T", "--no-deps", "migrate"];
  await step("Upgrade: migrate", load, () => site.compose(...migrate));
  for (const service of ["persister", "fanout", "sampler", "chores"]) {
    await step(`Upgrade: ${service}`, load, () => replace(site, "renew", service));
  }
  for (const service of ["gateway", "rest", "ingest", "balancer"]) {
    await step(`Upgrade: ${service}`, load, () => replace(site, "beside", service));
  }
  const newest = await query("select max(number) from schema_migrations");
  if (newest !== "9999") fault(`the newest migration is ${newest}`);
}

/** Replaces all services by those of the version before, in the opposite order. The database stays migrated. */
async function rollBack(site: Site, load: Load): Promise<void> {
  site.set("JETWIRE_VERSION", "local");
  for (const service of ["balancer", "ingest", "rest", "gateway"]) {
    await step(`Roll back: ${service}`, load, () => replace(site, "beside", service));
  }
  for (const service of ["chores", "sampler", "fanout", "persister"]) {
    await step(`Roll back: ${service}`, load, () => replace(site, "renew", service));
  }
}

/** Does a step under load, and notes what senders and readers saw of it. */
async function step(name: string, load: Load, work: () => Promise<unknown>): Promise<void> {
  load.takeFigures();
  const time = await timed(async () => {
    await work();
    await pause(3_000);
  });
  const { accepted, posts, reads, outageMs } = load.takeFigures();
  row(
    name,
    time,
    String(accepted),
    String(posts.failed),
    milliseconds(posts.slowestMs),
    String(reads.failed),
    milliseconds(reads.slowestMs),
    milliseconds(outageMs),
  );
  const longest = Math.max(posts.slowestMs, reads.slowestMs, outageMs);
  if (longest > outageMsMax) slow.push(`${name}: ${longest.toFixed(0)} ms without service`);
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(0)} ms`;
}

/** Steps that took too long. They are reported after the table. */
const slow: string[] = [];

/** Ends the load and compares what was sent with what was received and stored. */
async function count(load: Load, site: Site): Promise<void> {
  await load.stopSending();
  const missing = () => load.missing();
  await until("the feed", () => missing().every((one) => one === 0)).catch(() => {});
  for (const text of slow) fault(text);
  note("");
  const { accepted, repeated, datagrams } = load.totals();
  const stored = await query(
    `select count(distinct body) from messages where body ~ '^REHEARSAL [0-9]{1,9}$'`,
  );
  note(
    `Accepted: ${accepted} messages. Stored: ${stored}. Missing at the clients of the feed: ` +
      `${missing().join(", ")}; received twice: ${repeated.join(", ")}. ` +
      `Sent by UDP: ${datagrams.sent} messages, of which ${datagrams.lost} are lost.`,
  );
  if (Number(stored) < accepted || missing().some((one) => one > 0)) fault("messages are lost");
  const doctor = await site.compose("run", "--rm", "-T", "jetwire", "doctor").catch(String);
  note(`\`jetwire doctor\`: ${/unaccounted +\d+/.exec(doctor)?.[0] ?? "no answer"}.`);
}

/** Makes a back-up of a database at rest, destroys all volumes, and restores it. */
async function loseAndRestore(site: Site, { entry, folder }: Surroundings): Promise<void> {
  section("Back-up and restore", ["What", "Time"]);
  const services = ["chores", "ingest", "persister", "fanout", "sampler", "gateway", "rest"];
  await site.compose("stop", ...services);
  const before = await readRows();
  let bytes = 0;
  row("`pg_dumpall` and `pg_dump`", await timed(async () => (bytes = await backUp(folder))));
  await site.compose("down", "--volumes", "--remove-orphans");
  const postgres = ["up", "--detach", "--no-build", "--wait", "postgres"];
  row("`up --detach --wait postgres`", await timed(() => site.compose(...postgres)));
  row("roles and `pg_restore`", await timed(() => restore(folder)));
  const after = await readRows();
  row("`up --detach`", await timed(() => site.compose("up", "--detach", "--no-build")));
  row("until REST answers", await timed(() => until("REST", () => isServed(entry))));
  const differing = before.filter((line, number) => line !== after[number]);
  const messages = before.find((line) => line.startsWith("messages "))?.split(" ")[1] ?? "no";
  note(
    `\nThe back-up has ${(bytes / 1e6).toFixed(1)} MB: ${before.length} tables, ${messages} messages. ` +
      `Tables whose rows differ after the restore: ${differing.length}.`,
  );
  if (differing.length > 0) fault(`rows differ: ${differing.join("; ")}`);
}
