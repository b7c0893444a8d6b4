import { expect, test } from "vitest";
import { runToEnd } from "./run-program.ts";

test("prints help", () => {
  const { status, stdout, stderr } = runToEnd("main.ts", ["--help"]);
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
  const { status, stdout, stderr } = runToEnd("main.ts", args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(reason);
});

test("names what is not installed, and how to install it, before it begins", () => {
  const { status, stdout, stderr } = runToEnd("main.ts", ["--work", "/nowhere"], "/nowhere");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(
    /podman, .*iptables.*: not installed\. Run: apt-get install .*\biptables\b/,
  );
});
