import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AcarsHubFolder, startAcarsHub } from "./acars-hub.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jetwire-acars-hub-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a folder without a built backend is refused with its name and the commands that build it", async () => {
  const { error } = AcarsHubFolder.safeParse(folder);
  expect(error?.issues[0]?.message).toContain(folder);
  expect(error?.issues[0]?.message).toContain("npm ci --ignore-scripts && npm run-script build");
});

test("a backend that ends before it is ready is reported with its last output", async () => {
  const dist = join(folder, "acarshub-backend/dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "server.js"), "console.log('no such database'); process.exit(1);");
  expect(AcarsHubFolder.parse(folder)).toBe(folder);
  await expect(startAcarsHub(folder, 1)).rejects.toThrow("no such database");
});
