import { setTimeout as pause } from "node:timers/promises";
import type { Site } from "./containers.ts";
import { query } from "./database.ts";
import { serveDomain } from "./domain.ts";
import type { Sources } from "./images.ts";
import { type RehearsalLoad, messageOf, startRehearsalLoad } from "./load.ts";
import { fault, note, preface, progress, row, section, timed, timedRow } from "./report.ts";
import { checkProfiles } from "./profiles.ts";
import { loseAndRestore } from "./restore.ts";
import { rotateSecrets } from "./rotate.ts";
import { rehearseUpgrades } from "./upgrade.ts";
import { examine, isWell, readPage, waitUntil } from "./visit.ts";

const outageMsMax = 2_000;
const account = "rehearsal";
const station = "RH-1";
/** A number that the load does not reach. */
const firstMessage = 2_000_000_000;
const loadMessagesMax = 100_000_000;
let loads = 0;
const loadColumns = [
  "Step",
  "Time",
  "Messages accepted",
  "Posts repeated",
  "Slowest post",
  "Reads repeated",
  "Slowest read",
  "Longest time of a client without a connection",
  "Unaccounted",
];

/** The parts that can be rehearsed apart from the rest, in this order. */
export const parts = ["load", "secrets", "profiles", "restore", "domain", "upgrade"] as const;
export type Part = (typeof parts)[number];

/** The addresses of a site on this machine. */
export interface Surroundings {
  readonly entry: string;
  /** Has the feeder ports, and HTTPS with a domain. */
  readonly address: string;
  readonly prometheus: string;
  /** The sources of the release that the site is started with. */
  readonly start: Sources;
}

/** Starts a site, and does with it what an operator does. */
export async function rehearse(
  site: Site,
  around: Surroundings,
  only: readonly Part[],
): Promise<void> {
  const { entry, address } = around;
  const recoveryKey = await bringUp(site, around);
  const key = await makeStation(site);
  await timedRow("from a post until its message is read", () => sendFirst(entry, key));
  note(`\n${await readPage(entry)}`);

  const rehearsals: Record<Part, () => Promise<void>> = {
    load: () => rehearseUnderLoad("Under load", around, key, (load) => changeUnderLoad(site, load)),
    upgrade: () =>
      rehearseUnderLoad("Upgrade under load", around, key, (load) =>
        rehearseUpgrades(site, around.start, (name, work) => step(site, name, load, work)),
      ),
    secrets: () => rotateSecrets(site, { entry, key }),
    profiles: () => checkProfiles(site, around.prometheus),
    async restore() {
      await loseAndRestore(site, { entry, recoveryKey, operator: account });
      if (!(await hasMessage(entry, key))) fault("REST has no message after the restore");
    },
    domain: () => serveDomain(site, address),
  };
  for (const part of only) await rehearsals[part]();
}

/** Sends a message of the station, and waits until REST answers with it. */
async function sendFirst(entry: string, key: string): Promise<void> {
  const body = JSON.stringify(messageOf(station, firstMessage));
  const headers = { "content-type": "application/json" };
  await fetch(`${entry}/v1/ingest`, { method: "POST", headers, body });
  await waitUntil("the first message", () => hasMessage(entry, key));
}

async function hasMessage(entry: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${entry}/v1/messages?station=${station}&limit=1`, { headers });
  return (await answer.text()).includes("REHEARSAL");
}

async function rehearseUnderLoad(
  title: string,
  { entry, address }: Surroundings,
  key: string,
  work: (load: RehearsalLoad) => Promise<void>,
): Promise<void> {
  const above = loads++ * loadMessagesMax;
  const load = await startRehearsalLoad({ entry, address, station, key, above });
  try {
    section(title, loadColumns);
    await work(load);
    await count(load, above);
  } finally {
    await load.close();
  }
}

/** Adds an account with a station, and returns a key that may read every second and more often. */
async function makeStation(site: Site): Promise<string> {
  await site.jetwire("accounts", "add", account);
  await site.jetwire("stations", "add", station, "--account", account, "--source-type", "acars");
  await site.jetwire("tiers", "set", account, "--requests-per-minute", "6000");
  const issued = await site.jetwire("keys", "issue", "--account", account, "--tier", account);
  return (issued as { key: string }).key;
}

/** Scales gateways and ingests, and makes a back-up. */
async function changeUnderLoad(site: Site, load: RehearsalLoad): Promise<void> {
  await step(site, "Load alone", load, () => pause(10_000));
  await step(site, "Gateways 1 → 3", load, () => scale(site, "gateway", 3));
  await load.addReaders();
  await step(site, "Gateways 3 → 1", load, () => scale(site, "gateway", 1));
  await step(site, "Ingests 1 → 2", load, () => scale(site, "ingest", 2));
  await step(site, "Ingests 2 → 1", load, () => scale(site, "ingest", 1));
  await step(site, "Back-up", load, () => site.jetwire("backup", "now"));
}

/** Adds or removes replicas of a service. Those that run already stay as they are. */
async function scale(site: Site, service: string, replicas: number): Promise<void> {
  const up = ["up", "--detach", "--no-deps", "--no-build", "--wait", "--no-recreate"];
  await site.compose(...up, "--scale", `${service}=${replicas}`, service);
}

/** Starts the services of a new site. Returns the recovery key of its back-ups. */
async function bringUp(site: Site, { entry, start }: Surroundings): Promise<string> {
  section(`Bring-up of ${start.revision}`, ["Command", "Time"]);
  const init = ["run", "--rm", "-T", "--user=0:0", "init"];
  let made = "";
  await timedRow("`run --rm init`", async () => (made = await site.compose(...init)));
  await timedRow("`run --rm seal`", () => site.compose("run", "--rm", "-T", "--user=0:0", "seal"));
  await timedRow("`up --detach`", () => site.compose("up", "--detach", "--no-build"));
  await timedRow("until REST answers", () => waitUntil("REST", () => isServed(entry)));
  await timedRow("until `jetwire doctor` finds all well", () =>
    waitUntil("doctor", () => isWell(site)),
  );
  return /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(made)?.[0] ?? "";
}

async function isServed(entry: string): Promise<boolean> {
  return (await fetch(`${entry}/v1/status`)).ok;
}

/** Does a step under load, and notes what senders and readers saw of it, and whether messages are unaccounted. */
async function step(
  site: Site,
  name: string,
  load: RehearsalLoad,
  work: () => Promise<unknown>,
): Promise<void> {
  progress(`${name} …`);
  load.begin(name);
  const time = await timed(work);
  const unaccounted = await readUnaccounted(site);
  const { accepted, posts, reads, outageMs } = load.consumeFigures();
  row(
    name,
    time,
    String(accepted),
    String(posts.failed),
    milliseconds(posts.slowestMs),
    String(reads.failed),
    milliseconds(reads.slowestMs),
    milliseconds(outageMs),
    String(unaccounted),
  );
  const longest = Math.max(posts.slowestMs, reads.slowestMs, outageMs);
  if (longest > outageMsMax) later.push(`${name}: ${longest.toFixed(0)} ms without service`);
  if (unaccounted !== 0) later.push(`${name}: ${unaccounted} messages are unaccounted`);
}

/** Asks doctor, while messages move, how many of them are certainly unaccounted; again if it cannot tell yet. */
async function readUnaccounted(site: Site): Promise<number | null> {
  let unaccounted: number | null = null;
  const isKnown = async () => (unaccounted = (await examine(site)).unaccounted) !== null;
  await waitUntil("the account", isKnown).catch(() => {});
  return unaccounted;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(0)} ms`;
}

/** Criteria that steps did not meet. They are reported after the table. */
const later: string[] = [];

/** Ends the load and compares what was sent with what was received and stored. */
async function count(load: RehearsalLoad, above: number): Promise<void> {
  await load.stopSending();
  const missing = () => load.missing();
  await waitUntil("the feed", () => missing().every((one) => one === 0)).catch(() => {});
  for (const text of later.splice(0)) fault(text);
  const { accepted, repeated, sent, broken, rates } = load.totals();
  const bodies = await query(
    `select distinct substring(body from 11) from messages where body ~ '^REHEARSAL [0-9]{1,10}$'`,
  );
  const stored = new Set(bodies.split("\n").map(Number));
  const posted = [...stored].filter(
    (number) => number > above && number <= above + accepted,
  ).length;
  note(
    `\nBy HTTP: ${accepted} messages accepted, ${posted} stored. Missing at the clients of the feed: ` +
      `${missing().join(", ")}; received twice: ${repeated.join(", ")}.`,
  );
  if (posted < accepted || missing().some((one) => one > 0)) fault("messages are lost");
  for (const way of ["udp", "tcp"] as const) {
    const lost = [...sent[way]].filter(([number]) => !stored.has(number));
    const steps = [...new Set(lost.map(([, name]) => name))];
    const where = steps.length === 0 ? "" : ` (${steps.join(", ")})`;
    const name = way === "udp" ? "one UDP socket" : "TCP";
    note(`By ${name}: ${sent[way].size} messages sent, ${lost.length} lost${where}.`);
  }
  note(`The TCP connection broke, and was opened again, ${broken} times.`);
  preface(
    `Load: offered ${rates.http.toFixed(1)} messages/s by HTTP, ${rates.udp.toFixed(1)} by one UDP socket and ` +
      `${rates.tcp.toFixed(1)} by one TCP connection. Each client of the feed received ${rates.received.toFixed(1)} messages/s; ` +
      `REST answered ${rates.reads.toFixed(1)} reads/s. All of it is measured. Such a load shows gaps and losses, not what the service can take.\n`,
  );
}
