import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { onTestFinished } from "vitest";

const repository = join(import.meta.dirname, "../../..");
export const services = [
  "persister",
  "fanout",
  "sampler",
  "chores",
  "gateway",
  "rest",
  "ingest",
  "balancer",
];
const newChangelog =
  "# Changelog\n\n## [2.0.0]\n\n- Something is new.\n\n## [1.0.0]\n\n- Something was new.\n";

/** A checkout of a host that runs version 1.0.0, with a tag for 2.0.0 and a `docker` that only notes what it is asked. */
export function makeHost(settings = "") {
  const folder = mkdtempSync(join(tmpdir(), "jetwire-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const site = join(folder, "site");
  const fake = join(folder, "fake");
  mkdirSync(join(fake, "containers"), { recursive: true });
  mkdirSync(join(folder, "bin"));
  cpSync(join(import.meta.dirname, "fake-docker.sh"), join(folder, "bin/docker"));
  chmodSync(join(folder, "bin/docker"), 0o755);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  };
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@localhost", ...args], {
      cwd: site,
      encoding: "utf8",
    }).trim();
  for (const path of ["infra/upgrade.sh", "infra/upgrade/plan.sh", "infra/upgrade/usage.txt"]) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    cpSync(join(repository, path), join(site, path));
  }
  write(".gitignore", "infra/compose.env\ninfra/secrets\ninfra/.upgrade\n");
  write("docker-compose.yml", "services:\n  redis:\n    image: redis:1\n");
  write("infra/compose.env.example", "JETWIRE_VERSION=local\nOLD=1\nSAME=1\nOTHER=1\n");
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=one");
  git("tag", "v1.0.0");
  write("docker-compose.yml", "services:\n  redis:\n    image: redis:2\n");
  write("infra/compose.env.example", "JETWIRE_VERSION=local\nSAME=1\nOTHER=2\nADDED=3\n");
  write("packages/db/src/migrations/0002-more.sql", "select 1;\n");
  write("CHANGELOG.md", newChangelog);
  git("add", ".");
  git("commit", "--quiet", "--message=two");
  git("tag", "v2.0.0");
  git("reset", "--quiet", "--hard", "v1.0.0");
  write("infra/compose.env", `JETWIRE_VERSION=1.0.0\nOLD=1\nOTHER=1\n${settings}`);
  write("infra/secrets/a", "");
  for (const service of services) writeFileSync(join(fake, "containers", `${service}.1`), "1.0.0");

  const options = {
    cwd: site,
    env: { ...process.env, FAKE: fake, PATH: `${join(folder, "bin")}:${process.env["PATH"]}` },
  };
  return {
    site,
    fake,
    options,
    git,
    write,
    /** Lets commands of docker fail that match a pattern; the version is at the end of each, in parentheses. */
    fail: (pattern: string) => writeFileSync(join(fake, "fail"), pattern),
    run(...args: readonly string[]) {
      const ran = spawnSync("infra/upgrade.sh", args, { ...options, encoding: "utf8" });
      return { status: ran.status, text: ran.stdout + ran.stderr };
    },
    log: () =>
      existsSync(join(fake, "log")) ? readFileSync(join(fake, "log"), "utf8").split("\n") : [],
    versions: () =>
      Object.fromEntries(
        services.map((service) => [
          service,
          readdirSync(join(fake, "containers"))
            .filter((name) => name.startsWith(`${service}.`))
            .map((name) => readFileSync(join(fake, "containers", name), "utf8").trim()),
        ]),
      ),
    setting: () =>
      /^JETWIRE_VERSION=(.*)$/m.exec(readFileSync(join(site, "infra/compose.env"), "utf8"))?.[1],
    branch: () => git("describe", "--tags"),
  };
}
