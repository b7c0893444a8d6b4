import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { makeHost, services } from "./upgrade-host.ts";

const all = (version: string) => Object.fromEntries(services.map((one) => [one, [version]]));

test("an upgrade replaces every service in the order of the guide, and keeps the version", () => {
  const host = makeHost();
  const { status, text } = host.run("2.0.0", "--yes");
  expect({ status, text }).toMatchObject({ status: 0 });
  expect(host.versions()).toEqual(all("2.0.0"));
  expect(host.setting()).toBe("2.0.0");
  expect(host.branch()).toBe("v2.0.0");
  const started = host
    .log()
    .flatMap((line) => / up .* ([a-z]+) \(2\.0\.0\)$/.exec(line)?.[1] ?? []);
  expect(started).toEqual(services);
  const order = ["pg_dump", " --user ", "redis-users", "migrate", " up "];
  const lines = order.map((part) => host.log().findIndex((line) => line.includes(part)));
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  expect(lines).not.toContain(-1);
  expect(readFileSync(join(host.site, "infra/.upgrade/1.0.0.dump"), "utf8")).toBe("dump\n");
});

test("a dry run says what changes, and changes nothing", () => {
  const host = makeHost();
  const { status, text } = host.run("v2.0.0", "--dry-run");
  expect(status).toBe(0);
  expect(text).toContain("- Something is new.");
  expect(text).not.toContain("- Something was new.");
  expect(text).toContain("new: ADDED=3");
  expect(text).toContain("retired: OLD");
  expect(text).toContain("another default: OTHER=2 instead of 1; yours is '1'");
  expect(text).not.toContain("SAME");
  expect(text).toContain("0002-more");
  expect(text).toMatch(/^\+ *image: redis:2$/m);
  expect(host.log().filter((line) => !/ ps |image inspect|^$/.test(line))).toEqual([]);
  expect([host.branch(), host.setting(), host.versions()]).toEqual([
    "v1.0.0",
    "1.0.0",
    all("1.0.0"),
  ]);
});

test("with a target for back-ups, Jetwire makes the back-up, with the version before", () => {
  const host = makeHost("BACKUP_TARGET=/var/backups/jetwire\n");
  expect(host.run("2.0.0", "--yes").status).toBe(0);
  const made = host.log().filter((line) => /backup now|pg_dump/.test(line));
  expect(made).toEqual([expect.stringMatching(/jetwire backup now \(\)$/)]);
});

test.each([
  ["the back-up", "pg_dump"],
  ["missing secrets", " --user .* init"],
  ["users of Redis", "redis-users"],
  ["migrations", " migrate \\("],
])(
  "if %s fail, no service is replaced, and the files of the version before are back",
  (_, pattern) => {
    const host = makeHost();
    host.fail(pattern);
    const { status, text } = host.run("2.0.0", "--yes");
    expect(text).toContain("No service was replaced: 1.0.0 runs");
    expect(status).toBe(1);
    expect([host.branch(), host.setting(), host.versions()]).toEqual([
      "v1.0.0",
      "1.0.0",
      all("1.0.0"),
    ]);
  },
);

test.each(services)(
  "if %s of the new version does not start, the version before is back",
  (service) => {
    const host = makeHost();
    host.fail(` up .* ${service} \\(2`);
    const { status, text } = host.run("2.0.0", "--yes");
    expect(text).toContain(`${service} of 2.0.0 does not start`);
    expect(status).toBe(1);
    expect([host.branch(), host.setting(), host.versions()]).toEqual([
      "v1.0.0",
      "1.0.0",
      all("1.0.0"),
    ]);
  },
);

test("if the service does not stay well, what was replaced returns in the opposite order", () => {
  const host = makeHost();
  // Looking once, before anything is replaced, does not fail.
  host.fail("doctor --for 7 .*\\(2");
  const { status, text } = host.run("2.0.0", "--yes", "--watch", "7");
  expect(text).toContain("The last test message failed");
  expect(text).toContain("the service is not well with persister of 2.0.0");
  expect(status).toBe(1);
  expect([host.setting(), host.versions()]).toEqual(["1.0.0", all("1.0.0")]);
});

test("what was wrong before the upgrade does not stop it", () => {
  const host = makeHost();
  host.fail("doctor --for 0");
  expect(host.run("2.0.0", "--yes").status).toBe(0);
  expect(host.log().filter((line) => line.includes("--for 30 --except canary,"))).toHaveLength(8);
});

test("several containers are replaced beside each other, and as many run afterwards", () => {
  const host = makeHost();
  writeFileSync(join(host.fake, "containers/gateway.2"), "1.0.0");
  writeFileSync(join(host.fake, "containers/persister.2"), "1.0.0");
  expect(host.run("2.0.0", "--yes").status).toBe(0);
  expect(host.versions()).toMatchObject({
    gateway: ["2.0.0", "2.0.0"],
    persister: ["2.0.0", "2.0.0"],
  });
  expect(host.log().find((line) => line.includes(" up ") && line.includes(" gateway "))).toContain(
    "--scale gateway=4",
  );
});

test("goes on after an interruption, without a second back-up, and returns by --roll-back", async () => {
  const host = makeHost();
  // The container of gateway takes long: the script is stopped while it waits.
  const docker = join(dirname(host.site), "bin/docker");
  const program = readFileSync(docker, "utf8");
  writeFileSync(
    docker,
    program.replace('cd "$FAKE', 'case $* in *"--no-recreate"*) sleep 600 ;; esac\ncd "$FAKE'),
  );
  const script = spawn("/bin/sh", ["infra/upgrade.sh", "2.0.0", "--yes"], {
    ...host.options,
    detached: true,
    stdio: "ignore",
  });
  await expect.poll(() => host.log().some((line) => line.includes("--scale gateway"))).toBe(true);
  expect(host.run("2.0.0", "--yes").text).toContain("another upgrade is running");
  process.kill(-(script.pid ?? 0), "SIGKILL");
  await once(script, "close");
  writeFileSync(docker, program);

  expect(host.run("3.0.0", "--yes").text).toContain("an upgrade to 2.0.0 was interrupted");
  expect(host.run("2.0.0", "--yes")).toMatchObject({ status: 0 });
  expect(host.versions()).toEqual(all("2.0.0"));
  expect(host.log().filter((line) => line.includes("pg_dump"))).toHaveLength(1);

  expect(host.run("--roll-back", "--yes")).toMatchObject({ status: 0 });
  expect([host.git("branch", "--show-current"), host.setting(), host.versions()]).toEqual([
    "main",
    "1.0.0",
    all("1.0.0"),
  ]);
  expect(host.run("--roll-back", "--yes")).toMatchObject({ status: 2 });
});

test("a return that is interrupted by a failure is named, and goes on", () => {
  const host = makeHost();
  host.fail("doctor --for 30|up .*persister \\(1");
  const { status, text } = host.run("2.0.0", "--yes");
  expect(text).toContain("persister does not return to 1.0.0");
  expect(status).toBe(3);
  expect(host.run("2.0.0", "--yes").status).toBe(3);
  host.fail("^nothing$");
  expect(host.run("--roll-back", "--yes").status).toBe(0);
  expect(host.versions()).toEqual(all("1.0.0"));
});

test("users of Redis are read again only if they have changed", () => {
  const host = makeHost();
  expect(host.run("2.0.0", "--yes").status).toBe(0);
  expect(host.log().join("\n")).not.toContain("acl load");
});

test.each([
  [[], 2, "name a version"],
  [["1.0.0", "--yes"], 2, "1.0.0 is the version that runs"],
  [["9.9.9", "--yes"], 2, "git has no tag v9.9.9"],
  [["2.0.0"], 2, "add --yes"],
  [["2.0.0", "--fast"], 2, "unknown option: --fast"],
  [["2.0.0", "--watch", "soon"], 2, "--watch: expected a number of seconds"],
  [["--roll-back", "--yes"], 2, "there is no upgrade to return from"],
  [["$(reboot)"], 2, "name a version"],
])("%j is refused", (args, code, reason) => {
  const host = makeHost();
  const { status, text } = host.run(...args);
  expect(text).toContain(reason);
  expect(status).toBe(code);
  expect(host.versions()).toEqual(all("1.0.0"));
});

test("changed files are not overwritten", () => {
  const host = makeHost();
  host.write("docker-compose.yml", "services: {}\n");
  expect(host.run("2.0.0", "--yes")).toMatchObject({
    status: 1,
    text: expect.stringContaining("docker-compose.override.yml"),
  });
});

test("prints help", () => {
  expect(makeHost().run("--help")).toMatchObject({
    status: 0,
    text: expect.stringMatching(/^Usage: infra\/upgrade\.sh VERSION/),
  });
});
