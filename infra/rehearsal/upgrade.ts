import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { podman, type Site } from "./containers.ts";
import { query } from "./database.ts";
import type { Sources } from "./images.ts";
import { fault, note } from "./report.ts";

const repository = join(import.meta.dirname, "../..");
const tracked = [
  "docker-compose.yml",
  "infra/compose.env.example",
  "infra/upgrade.sh",
  "infra/upgrade/plan.sh",
  "infra/upgrade/usage.txt",
  "infra/monitoring",
  "packages/db/src/migrations",
  "CHANGELOG.md",
];
const services = [
  "persister",
  "fanout",
  "sampler",
  "chores",
  "gateway",
  "rest",
  "ingest",
  "balancer",
];
/** Short, because the rehearsal shows what is found, not for how long an operator should wait. */
const options = ["--yes", "--watch", "15", "--start", "120"];

/** Does some work under load, and reports it as a step. */
type Step = (name: string, work: () => Promise<unknown>) => Promise<void>;

/**
 * Upgrades with `infra/upgrade.sh` of the older sources to a version whose fanout delivers nothing, which must be rolled
 * back by itself; then to the same version without the fault; and returns from that.
 */
export async function rehearseUpgrades(site: Site, older: Sources, step: Step): Promise<void> {
  makeCheckout(site, older);
  let reason: string | undefined;
  await step("Upgrade to a version with a fault, which is rolled back by itself", async () => {
    const { code, output } = await site.upgrade("broken", ...options);
    reason = /^upgrade: (.* is not well .*)$/m.exec(output)?.[1];
    if (code !== 1 || reason === undefined)
      fault(`the fault was not found: ${output.slice(-2_000)}`);
  });
  await expectVersion(older.version);
  await step("The same upgrade without the fault", () => succeed(site, "next", ...options));
  await expectVersion("next");
  const newest = await query("select max(number) from schema_migrations");
  if (newest !== "9999") fault(`the newest migration is ${newest}`);
  await step("Roll back", () => succeed(site, "--roll-back", ...options));
  note(`\nAt the fault, the script said: “${reason ?? "nothing"}”.`);
  await expectVersion(older.version);
}

async function succeed(site: Site, ...args: readonly string[]): Promise<void> {
  const { code, output } = await site.upgrade(...args);
  if (code !== 0) fault(`infra/upgrade.sh ended with status ${code}: ${output.slice(-2_000)}`);
}

/** Checks that each service has one container, of a version. */
async function expectVersion(version: string): Promise<void> {
  const images = await podman("ps", "--format", "{{.Names}} {{.Image}}");
  for (const service of services) {
    const ofService = new RegExp(`-${service}-\\d+ `);
    const found = images.split("\n").filter((line) => ofService.test(line));
    if (found.length === 1 && found[0]?.endsWith(`:${version}`) === true) continue;
    fault(`${service} is not one container of ${version}: ${found.join(", ")}`);
  }
}

/** Makes a repository of the site's folder, with a tag for each version. */
function makeCheckout(site: Site, older: Sources): void {
  copyTracked(older.folder, site);
  writeFileSync(
    join(site.folder, ".gitignore"),
    "infra/compose.env\ninfra/secrets\ninfra/.upgrade\n",
  );
  git(site, "init", "--quiet", "--initial-branch=main");
  commit(site, older.version, ".");
  copyTracked(repository, site);
  const migration = "packages/db/src/migrations/9999-rehearsal.sql";
  cpSync(join(import.meta.dirname, "next-migration.sql"), join(site.folder, migration));
  commit(site, "next", ".");
  tag(site, "broken");
  git(site, "checkout", "--quiet", "HEAD~1");
}

/** Replaces the files that an operator's checkout needs here by those of some sources. */
function copyTracked(from: string, site: Site): void {
  for (const path of tracked) {
    rmSync(join(site.folder, path), { recursive: true, force: true });
    mkdirSync(dirname(join(site.folder, path)), { recursive: true });
    cpSync(join(from, path), join(site.folder, path), { recursive: true });
  }
}

function commit(site: Site, version: string, path: string): void {
  git(site, "add", path);
  const author = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"];
  git(site, ...author, "commit", "--quiet", "--message", version);
  tag(site, version);
}

function tag(site: Site, version: string): void {
  git(site, "tag", `v${version}`);
}

function git(site: Site, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd: site.folder });
}
