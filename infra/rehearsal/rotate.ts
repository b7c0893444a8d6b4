import { randomBytes } from "node:crypto";
import { copyFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "./containers.ts";
import { query } from "./database.ts";
import { fault, section, timedRow } from "./report.ts";
import { isWell, waitUntil } from "./visit.ts";

const signingKeySecret = "signing-key-secret";
/** Nobody sends in this part, and after the part `upgrade` the database is newer than the version that runs. */
const expectedFindings = ["feeders", "migrations"];
const fanoutPassword = "select rolpassword from pg_authid where rolname = 'jetwire_fanout'";

/** Replaces a service's password, the signing keys and their secret, as `docs/operations/keys.md` tells. */
export async function rotateSecrets(
  site: Site,
  { entry, key }: { readonly entry: string; readonly key: string },
): Promise<void> {
  section("Rotation of secrets", ["What", "Time until all is well"]);
  const isRead = async () => (await readMe(entry, key)).ok;

  const passwordBefore = await query(fanoutPassword);
  await timedRow("password of `fanout`", async () => {
    writeSecret(site, "fanout-password");
    for (const task of ["migrate", "redis-users"]) {
      await site.compose("run", "--rm", "-T", "--no-deps", task);
    }
    for (const service of ["redis", "fanout"]) await startAnew(site, service);
    await waitUntil("doctor", () => isWell(site, expectedFindings));
  });
  if ((await query(fanoutPassword)) === passwordBefore) fault("Postgres has the old password");

  const token = await openSession(entry, key);
  await timedRow("signing keys", async () => {
    await site.jetwire("tokens", "rotate");
    await waitUntil("the token of the old key", () => isSignedIn(entry, token));
  });
  await timedRow(`\`${signingKeySecret}\``, async () => {
    const previous = join(site.secrets, `${signingKeySecret}-previous`);
    copyFileSync(join(site.secrets, signingKeySecret), `${previous}.new`);
    renameSync(`${previous}.new`, previous);
    writeSecret(site, signingKeySecret);
    await startAnew(site, "rest");
    writeFileSync(`${previous}.new`, "", { mode: 0o444 });
    renameSync(`${previous}.new`, previous);
    await startAnew(site, "rest");
    await waitUntil("REST", isRead);
  });
  if (!(await isSignedIn(entry, token))) fault("a token is refused after the rotation");
}

/** Replaces the container of a service, which then reads its secrets anew. */
async function startAnew(site: Site, service: string): Promise<void> {
  const up = ["up", "--detach", "--no-deps", "--no-build", "--wait", "--force-recreate"];
  await site.compose(...up, service);
}

/** Writes a new random value, which only takes the place of the old one when it is complete. */
function writeSecret(site: Site, name: string): void {
  const path = join(site.secrets, name);
  writeFileSync(`${path}.new`, randomBytes(32).toString("hex"), { mode: 0o444 });
  renameSync(`${path}.new`, path);
}

/** Opens a session of the key's account, and returns its token. */
async function openSession(entry: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${entry}/v1/auth/sessions`, { method: "POST", headers });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`no session was opened: ${answer.status}`);
  return token;
}

async function readMe(entry: string, credential: string): Promise<Response> {
  return await fetch(`${entry}/v1/me`, { headers: { authorization: `Bearer ${credential}` } });
}

async function isSignedIn(entry: string, token: string): Promise<boolean> {
  return (await readMe(entry, token)).ok;
}
