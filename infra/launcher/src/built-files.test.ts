import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { buildPage } from "./built-files.ts";

/** Makes a clone whose build program writes what it was built for. */
async function makeClone(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "jetwire-built-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const program = join(root, "services/viewer/node_modules/vite/bin/vite.js");
  await mkdir(dirname(program), { recursive: true });
  await writeFile(
    program,
    `const { mkdirSync, writeFileSync } = require("node:fs");
     mkdirSync("dist");
     writeFileSync("dist/index.html", String(process.env.NODE_ENV));`,
  );
  return root;
}

test("the page is built for production, whatever this process runs as", async () => {
  expect(process.env["NODE_ENV"]).not.toBe("production");
  const folder = await buildPage(await makeClone());
  expect(await readFile(join(folder, "index.html"), "utf8")).toBe("production");
});
