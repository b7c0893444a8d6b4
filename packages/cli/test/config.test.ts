import { expect, test } from "vitest";
import { runJetwire } from "./run-jetwire.ts";

test("config check ends with 1 and names each mistake with its remedy", async () => {
  const env = { PUBLIC_RUL: "https://jetwire.example.org", ENTRY_PORT: "none" };
  const { code, stdout } = await runJetwire(["config", "check"], { env });
  expect(code).toBe(1);
  expect(stdout).toContain(
    "✗ PUBLIC_RUL is not a variable of Jetwire\n  → the nearest is PUBLIC_URL",
  );
  expect(stdout).toContain("✗ ENTRY_PORT is none\n  → set a whole number from 1 to 65535");
});

test("config check accepts right variables, and warnings do not change its exit code", async () => {
  expect(await runJetwire(["config", "check"], { env: { DOMAIN: "" } })).toMatchObject({
    code: 0,
    stdout: "the variables are right\n",
  });
  const env = {
    DOMAIN: "jetwire.example.org",
    LISTEN_ADDRESS: "0.0.0.0",
    PUBLIC_URL: "https://proxy.example.org",
  };
  const ran = await runJetwire(["config", "check", "--json"], { env });
  expect(ran.code).toBe(0);
  expect(ran.json()).toMatchObject({
    ok: true,
    findings: [{ check: "values", severity: "warning" }],
  });
});

test("config check --host measures this host", async () => {
  const env = { ENTRY_PORT: "1" };
  const ran = await runJetwire(["config", "check", "--host", "--json"], { env, cwd: "/" });
  const { findings } = ran.json() as { findings: { check: string }[] };
  const known = ["ports", "clock", "disk", "memory", "kernel"];
  expect(findings.filter(({ check }) => !known.includes(check))).toEqual([]);
});

test("config check refuses an address that is none", async () => {
  const args = ["config", "check", "--host", "--public-address", "here"];
  expect(await runJetwire(args)).toMatchObject({ code: 2 });
});
