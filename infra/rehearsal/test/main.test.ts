import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "../main.ts");

function run(args: readonly string[], path = process.env["PATH"]) {
  const options = { encoding: "utf8", env: { PATH: path } } as const;
  return spawnSync(process.execPath, [program, ...args], options);
}

test("prints help", () => {
  const { status, stdout, stderr } = run(["--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/--only PARTS +.*load,secrets,profiles,restore,domain,upgrade/);
});

test.each([
  [["--work", "/nowhere", "--only", "load,nothing"], "--only: name some of load,"],
  [["--no-build"], "--work: name a folder"],
  [
    ["--work", "/nowhere", "--only", "load,domain", "--from", "HEAD"],
    "--from: only the part upgrade",
  ],
  [["--work", "/nowhere", "--fast"], "Unknown option '--fast'"],
])("refuses %j", (args, reason) => {
  const { status, stdout, stderr } = run(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(reason);
});

test("names what is not installed, and how to install it, before it begins", () => {
  const { status, stdout, stderr } = run(["--work", "/nowhere"], "/nowhere");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(
    /podman, .*iptables.*: not installed\. Run: apt-get install .*\biptables\b/,
  );
});
