/**
 * Packs the programs that people install on machines of their own, each bundled into one file without dependencies:
 *
 *   node infra/release/pack-programs.ts FOLDER
 *
 * writes jetwire-relay-VERSION.tgz, jetwire-bridge-VERSION.tgz and jetwire-mcp-VERSION.tgz, for `npm install --global ./FILE`.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

const root = resolve(import.meta.dirname, "../..");
const programs = ["relay", "bridge", "mcp"];

const [into] = process.argv.slice(2);
if (into === undefined) {
  process.stderr.write("pack-programs: expected a folder\n");
  process.exitCode = 2;
} else {
  mkdirSync(into, { recursive: true });
  for (const name of programs) pack(name, resolve(into));
}

function pack(name: string, destination: string): void {
  const folder = mkdtempSync(join(tmpdir(), `jetwire-${name}-`));
  try {
    const program = `jetwire-${name}`;
    const file = `${program}.mjs`;
    const source = join(root, "packages", name);
    run(process.execPath, [join(source, "src/build/bundle.ts"), join(folder, file)]);
    chmodSync(join(folder, file), 0o755);
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    copyFileSync(join(source, "README.md"), join(folder, "README.md"));
    const manifest = {
      name: `@jetwire/${name}`,
      version: versionOf(source),
      license: "MIT",
      type: "module",
      bin: { [program]: file },
      engines: { node: ">=24.12" },
    };
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    run("npm", ["pack", "--silent", "--pack-destination", destination, folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return String((manifest as { readonly version: unknown }).version);
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
