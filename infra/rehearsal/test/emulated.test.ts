import { expect, test } from "vitest";
import { runToEnd } from "./run-program.ts";

test("prints help", () => {
  const { status, stdout, stderr } = runToEnd("emulated.ts", ["--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("--no-build ");
});

test.each([
  [["--no-build"], "--work: name a folder"],
  [["--work", "/nowhere", "--only", "load"], "Unknown option '--only'"],
])("refuses %j", (args, reason) => {
  const { status, stdout, stderr } = runToEnd("emulated.ts", args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(reason);
});

test("names what is not installed before it begins", () => {
  const { status, stderr } = runToEnd("emulated.ts", ["--work", "/nowhere"], "/nowhere");
  expect(status).toBe(2);
  expect(stderr).toMatch(/podman, .*: not installed\. Run: apt-get install/);
});
