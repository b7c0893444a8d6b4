import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startStubGateway } from "./stub-gateway.ts";

const run = promisify(execFile);
const packages = new URL("../..", import.meta.url).pathname;
const root = join(packages, "..");
const bin = join(root, "node_modules/.bin");
const pnpm = join(root, ".tools/pnpm/node_modules/.bin/pnpm");
const oldestNode = 20;
/** Lists what the released packages need from the registry, with the package that depends on it. */
const needed = { zod: "protocol", "socket.io-client": "client" };

const program = `
import * as client from "@jetwire/client";
import * as realtime from "@jetwire/client/realtime";
import * as browser from "@jetwire/client/browser";
import * as realtimeOfBrowser from "@jetwire/client/browser/realtime";
import * as protocol from "@jetwire/protocol";
import * as plain from "@jetwire/protocol/plain";
const names = (module) => Object.keys(module).toSorted();
process.stdout.write(JSON.stringify([client, realtime, browser, realtimeOfBrowser, protocol, plain].map(names)));
`;

/** Uses what the client and the schemas do at run time: the connection, a subscription, the documents. */
const session = `
import { connectRealtime } from "@jetwire/client";
import { flightKey, openApiDocument } from "@jetwire/protocol";
const realtime = connectRealtime({ url: process.env.JETWIRE_REALTIME, apiKey: "key" });
await realtime.sniff().started;
await realtime.close();
const { paths } = openApiDocument({ version: "0.1.0" });
process.stdout.write([process.versions.node, "/v1/messages" in paths, flightKey("UA0123", new Map())].join(" "));
`;

const settings = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom", "esnext.disposable"],
    strict: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  },
  include: ["examples"],
};

/** Packs the packages as a release does, and installs them with npm into an empty folder, without a registry. */
async function installReleased(into: string): Promise<void> {
  for (const name of ["client", "protocol"]) {
    const args = ["--filter", `@jetwire/${name}`, "pack", "--pack-destination", into];
    await run(pnpm, args, { cwd: root });
  }
  const foreign = new Map<string, string>();
  for (const [name, by] of Object.entries(needed)) {
    await collect(foreign, name, join(packages, by));
  }
  for (const [name, folder] of foreign) {
    const archive = join(into, `${name.replaceAll(/\W/g, "-")}.tgz`);
    // As packages are in archives: in one folder of any name.
    await run("tar", [
      "-czf",
      archive,
      "--hard-dereference",
      "-C",
      dirname(folder),
      basename(folder),
    ]);
  }
  const archives = (await readdir(into)).filter((file) => file.endsWith(".tgz"));
  await writeFile(join(into, "package.json"), JSON.stringify({ type: "module" }));
  const files = archives.map((file) => `./${file}`);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...files], { cwd: into });
}

/** Adds the folders of a package and of all that it depends on, by name. */
async function collect(found: Map<string, string>, name: string, by: string): Promise<void> {
  if (found.has(name)) return;
  const folder = await realpath(await findDependency(name, by));
  found.set(name, folder);
  const { dependencies = {} } = await readPackage(folder);
  for (const one of Object.keys(dependencies as object)) await collect(found, one, folder);
}

/** Returns the folder of a dependency, as Node finds it from the folder of another package. */
async function findDependency(name: string, by: string): Promise<string> {
  for (let folder = by; folder !== "/"; folder = join(folder, "..")) {
    const candidate = join(folder, "node_modules", name);
    const found = await readPackage(candidate).then(
      () => true,
      () => false,
    );
    if (found) return candidate;
  }
  throw new Error(`${by} has no dependency ${name}`);
}

/**
 * Lists the installations of Node on the PATH that the client supports, oldest first. Which versions there are is the
 * machine's choice: the compiler's libraries of the release decide what the client may use.
 */
async function findNodes(): Promise<{ readonly path: string; readonly version: string }[]> {
  const paths = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const asked = await run(path, ["--version"]).catch(() => null);
      return { path, version: asked?.stdout.trim().slice(1) ?? "" };
    }),
  );
  const byVersion = new Map(found.map((node) => [node.version, node]));
  return [...byVersion.values()]
    .filter(({ version }) => Number.parseInt(version, 10) >= oldestNode)
    .toSorted((a, b) => Number.parseFloat(a.version) - Number.parseFloat(b.version));
}

async function readPackage(folder: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<
    string,
    unknown
  >;
}

test("the released packages run outside of the project, and have types for its examples", async () => {
  const into = await mkdtemp(join(tmpdir(), "jetwire-package-"));
  try {
    await installReleased(into);
    for (const [name, by] of Object.entries(needed)) {
      const folder = join(into, "node_modules/@jetwire", by);
      const manifest = await readPackage(folder);
      expect(manifest["dependencies"]).toHaveProperty([name]);
      expect(manifest).toMatchObject({ engines: { node: `>=${oldestNode}.3` }, license: "MIT" });
      expect(manifest).not.toHaveProperty("private");
      expect(await readdir(folder)).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
    }
    await writeFile(join(into, "program.js"), program);
    const nodes = await findNodes();
    expect(nodes.length).toBeGreaterThan(0);
    await writeFile(join(into, "session.js"), session);
    await using gateway = await startStubGateway();
    for (const { path, version } of nodes) {
      const env = { ...process.env, JETWIRE_REALTIME: gateway.url };
      const used = await run(path, [join(into, "session.js")], { cwd: into, env });
      expect(used.stdout).toBe(`${version} true UA123`);
    }
    const { stdout } = await run(process.execPath, [join(into, "program.js")], { cwd: into });
    const modules = await Promise.all([
      import("@jetwire/client"),
      import("@jetwire/client/realtime"),
      import("@jetwire/client"),
      import("@jetwire/client/realtime"),
      import("@jetwire/protocol"),
      import("@jetwire/protocol/plain"),
    ]);
    expect(JSON.parse(stdout)).toEqual(modules.map((module) => Object.keys(module).toSorted()));

    const { unpkg } = await readPackage(join(into, "node_modules/@jetwire/client"));
    const files: readonly (readonly [path: string, kibMax: number])[] = [
      [String(unpkg), 104],
      ["dist/browser/jetwire-realtime.js", 19],
    ];
    for (const [path, kibMax] of files) {
      const file = await readFile(join(into, "node_modules/@jetwire/client", path));
      expect(gzipSync(file).byteLength).toBeLessThanOrEqual(kibMax * 1_024);
    }

    await cp(join(packages, "client/examples"), join(into, "examples"), { recursive: true });
    await writeFile(join(into, "tsconfig.json"), JSON.stringify(settings));
    const types = await run(join(bin, "tsc"), ["-p", into], { cwd: into });
    expect(types.stdout).toBe("");
  } finally {
    await rm(into, { recursive: true, force: true });
  }
});
