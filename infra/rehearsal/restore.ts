import { rmSync } from "node:fs";
import { containerOf, podman, type Site, volumesOf } from "./containers.ts";
import { readRows } from "./database.ts";
import { fault, note, section, timedRow } from "./report.ts";
import { waitUntil } from "./visit.ts";

/** The folder of the volume that outlives the host. */
export const backupTarget = "/var/backups/jetwire";
const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
/** Tables that neither services nor their canary messages change. The restore itself compares all rows. */
const compared = /^(accounts|station_keys|tiers|airframes|flights) /;

/** The answer of `GET /v1/setup`. */
interface Setup {
  readonly isNeeded: boolean;
  readonly restore: {
    readonly backups: readonly { readonly name: string; readonly bytes: number }[];
    readonly running: object | null;
    readonly problem: string | null;
  } | null;
}

/**
 * Takes a back-up, destroys everything but the store and the recovery key, and restores it as the setup page of a new site
 * does.
 *
 * @param operator an account that operates the service meanwhile
 */
export async function loseAndRestore(
  site: Site,
  { entry, recoveryKey, operator }: { entry: string; recoveryKey: string; operator: string },
): Promise<void> {
  await site.jetwire("accounts", "role", operator, "operator");
  section("Back-up and restore", ["What", "Time"]);
  const services = ["chores", "ingest", "persister", "fanout", "sampler", "gateway", "rest"];
  await site.compose("stop", ...services);
  const before = await readCompared();
  await timedRow("`jetwire backup now`", () => site.jetwire("backup", "now"));
  await site.compose("down", "--remove-orphans");
  const volumes = (await volumesOf()).filter((name) => !name.endsWith("_backups"));
  await podman("volume", "rm", "--force", ...volumes);
  rmSync(site.secrets, { recursive: true });

  await site.compose("run", "--rm", "-T", "--user=0:0", "init");
  await timedRow("`up --detach`, with new secrets", () =>
    site.compose("up", "--detach", "--no-build"),
  );
  const setup = await offered(entry);
  const [newest] = setup.restore?.backups ?? [];
  const body = { code: await codeOfLog(), name: newest?.name, recoveryKey };
  let awayMs = 0;
  await timedRow(
    "from the request of the page until REST has the accounts of the back-up",
    async () => {
      const asked = await fetch(`${entry}/v1/setup/restore`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      if (asked.status !== 202) throw new Error(`the restore is refused: ${await asked.text()}`);
      awayMs = await untilRestored(entry);
    },
  );
  await site.compose("stop", ...services);
  const after = await readCompared();
  await site.compose("start", ...services);
  await waitUntil("REST", async () => !(await readSetup(entry)).isNeeded);
  await site.jetwire("accounts", "role", operator, "user");
  const differing = before.filter((line) => !after.includes(line));
  note(
    `\nThe back-up has ${((newest?.bytes ?? 0) / 1e6).toFixed(1)} MB. REST did not answer for ${(awayMs / 1_000).toFixed(1)} s. ` +
      `Of ${before.length} tables with content, ${differing.length} differ after the restore.`,
  );
  if (differing.length > 0) fault(`rows differ: ${differing.join("; ")}`);
}

async function readCompared(): Promise<readonly string[]> {
  return (await readRows()).filter((line) => compared.test(line));
}

/** Waits until the setup page offers back-ups. */
async function offered(entry: string): Promise<Setup> {
  let setup: Setup | null = null;
  await waitUntil("an offer of back-ups", async () => {
    setup = await readSetup(entry);
    return (setup.restore?.backups.length ?? 0) > 0;
  });
  return setup ?? (await readSetup(entry));
}

/** Waits until somebody operates the service. Returns how long REST did not answer, ms. */
async function untilRestored(entry: string): Promise<number> {
  let awayMs = 0;
  let answeredMs = performance.now();
  await waitUntil("the restore", async () => {
    const setup = await readSetup(entry).catch(() => null);
    const nowMs = performance.now();
    if (setup === null) awayMs = Math.max(awayMs, nowMs - answeredMs);
    else answeredMs = nowMs;
    const problem = setup?.restore?.problem ?? null;
    if (problem !== null) fault(`the restore has failed: ${problem}`);
    return setup?.isNeeded === false || problem !== null;
  });
  return awayMs;
}

async function readSetup(entry: string): Promise<Setup> {
  const answer = await fetch(`${entry}/v1/setup`, { signal: AbortSignal.timeout(2_000) });
  if (!answer.ok) throw new Error(`/v1/setup: ${answer.status}`);
  return (await answer.json()) as Setup;
}

async function codeOfLog(): Promise<string> {
  const log = await podman("logs", containerOf("rest"));
  return /"code":"([^"]+)"/.exec(log)?.[1] ?? "";
}
