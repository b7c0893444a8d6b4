import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "../emulated.ts");

function run(args: readonly string[], path = process.env["PATH"]) {
  const options = { encoding: "utf8", env: { PATH: path } } as const;
  return spawnSync(process.execPath, [program, ...args], options);
}

test("prints help", () => {
  const { status, stdout, stderr } = run(["--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("--no-build ");
});

test.each([
  [["--no-build"], "--work: name a folder"],
  [["--work", "/nowhere", "--only", "load"], "Unknown option '--only'"],
])("refuses %j", (args, reason) => {
  const { status, stdout, stderr } = run(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(reason);
});

test("names what is not installed before it begins", () => {
  const { status, stderr } = run(["--work", "/nowhere"], "/nowhere");
  expect(status).toBe(2);
  expect(stderr).toMatch(/podman, .*: not installed\. Run: apt-get install/);
});
