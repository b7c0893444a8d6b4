import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../../..");
const releaseText = join(root, ".github/release-text.mjs");

const Workflow = z.object({
  permissions: z.strictObject({}),
  concurrency: z.object({ group: z.string() }),
  jobs: z.record(
    z.string(),
    z.object({
      "timeout-minutes": z.number().max(90),
      permissions: z.record(z.string(), z.enum(["read", "write"])),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  ),
});

const paths = globSync(".github/workflows/*.yml", { cwd: root }).toSorted();

test("there are workflows", () => {
  expect(paths).toEqual([".github/workflows/ci.yml", ".github/workflows/release.yml"]);
});

describe.each(paths)("%s", (path) => {
  const text = readFileSync(join(root, path), "utf8");
  const workflow = Workflow.parse(parse(text));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("uses actions by their commit, because a tag can be moved, and names the version", () => {
    const used = [...text.matchAll(/\buses: *(.+)/g)].map(([, one = ""]) => one);
    expect(used.length).toBeGreaterThan(2);
    const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(used.filter((one) => !pinned.test(one))).toEqual([]);
  });

  test("inserts no expression into a script, where it could run", () => {
    expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  });

  test("writes only where a job needs it", () => {
    const writing = Object.entries(workflow.jobs)
      .filter(([, { permissions }]) => Object.values(permissions).includes("write"))
      .map(([name]) => name);
    expect(writing).toEqual(path.endsWith("release.yml") ? ["images", "release"] : []);
  });
});

test("a release has the packages and documents of people who write programs, before its checksums", () => {
  const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  const { jobs } = Workflow.parse(parse(text));
  const commands = (jobs["release"]?.steps ?? []).map(({ run }) => run ?? "").join("\n");
  const parts = [
    "for part in client protocol",
    "infra/release/pack-programs.ts files",
    "packages/docs-site/src/write-documents.ts files",
    'hatchling" build --directory ../../files',
    "infra/release/pack-compose.ts",
  ];
  const end = commands.indexOf("> SHA256SUMS");
  expect(end).toBeGreaterThan(0);
  expect(parts.filter((part) => !commands.slice(0, end).includes(part))).toEqual([]);
  const named = commands.match(/\b(?:infra|packages)\/[\w./-]*\w/g) ?? [];
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the text of a release is its section of the changelog", () => {
  const text = execFileSync(process.execPath, [releaseText, "Unreleased"], { encoding: "utf8" });
  expect(text).toMatch(/^### /);
  expect(text).not.toMatch(/^## /m);
  const absent = spawnSync(process.execPath, [releaseText, "99.0.0"], { encoding: "utf8" });
  expect([absent.status, absent.stderr]).toEqual([1, "CHANGELOG.md has no section [99.0.0]\n"]);
});
