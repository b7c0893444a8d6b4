import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
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
import * as protocol from "@jetwire/protocol";
import * as plain from "@jetwire/protocol/plain";
const names = (module) => Object.keys(module).toSorted();
process.stdout.write(JSON.stringify([client, realtime, protocol, plain].map(names)));
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

/** Packs the packages as a release does, and unpacks them as an installation does. */
async function installReleased(into: string): Promise<void> {
  for (const name of ["client", "protocol"]) {
    const args = ["--filter", `@jetwire/${name}`, "pack", "--pack-destination", into];
    await run(pnpm, args, { cwd: root });
    const version = (await readPackage(join(packages, name)))["version"];
    const folder = join(into, "node_modules/@jetwire", name);
    await mkdir(folder, { recursive: true });
    const archive = join(into, `jetwire-${name}-${String(version)}.tgz`);
    await run("tar", ["-xzf", archive, "-C", folder, "--strip-components", "1"]);
  }
  for (const [name, by] of Object.entries(needed)) {
    const from = join(packages, by, "node_modules", name);
    await symlink(from, join(into, "node_modules", name));
  }
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
      const { dependencies } = await readPackage(join(into, "node_modules/@jetwire", by));
      expect(dependencies).toHaveProperty([name]);
      const { engines } = await readPackage(join(into, "node_modules/@jetwire", by));
      expect(engines).toEqual({ node: `>=${oldestNode}.3` });
    }
    await writeFile(join(into, "package.json"), JSON.stringify({ type: "module" }));
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
      import("@jetwire/protocol"),
      import("@jetwire/protocol/plain"),
    ]);
    expect(JSON.parse(stdout)).toEqual(modules.map((module) => Object.keys(module).toSorted()));

    await cp(join(packages, "client/examples"), join(into, "examples"), { recursive: true });
    await writeFile(join(into, "tsconfig.json"), JSON.stringify(settings));
    const types = await run(join(bin, "tsc"), ["-p", into], { cwd: into });
    expect(types.stdout).toBe("");
  } finally {
    await rm(into, { recursive: true, force: true });
  }
});
