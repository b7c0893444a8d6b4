import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isInstalled } from "./is-installed.ts";
import type { PythonLookup } from "./python.ts";

const run = promisify(execFile);

/** A program in a document. */
interface ExampleProgram {
  /** The folder in which it is run. */
  readonly folder: string;
  /** Distinguishes it from the others. */
  readonly name: string;
  readonly code: string;
}

/** How programs of a language are run. */
interface ExampleLanguage {
  /** The reason why they cannot be run, as one line; null if they can. */
  readonly missing: string | null;
  /** Writes and compiles the program. @returns the command that runs it in its folder */
  prepare(program: ExampleProgram): Promise<readonly string[]>;
}

const tools = fileURLToPath(new URL("../../../../.tools/", import.meta.url));
const fetchMsMax = 60_000;
const compileMsMax = 300_000;
/** The libraries of the example in Rust. They are compiled without TLS, which takes a minute and is not used by tests. */
const cargoManifest = `[package]
name = "example"
version = "0.1.0"
edition = "2021"

[dependencies]
serde_json = "=1.0.145"
ureq = { version = "=2.12.1", default-features = false }
`;

/** Finds which languages of examples can be run here. Never rejects. */
export async function findExampleLanguages(
  python: PythonLookup,
): Promise<Readonly<Record<string, ExampleLanguage>>> {
  return {
    sh: {
      missing: absent("curl", "jq"),
      prepare: async ({ code }) => await Promise.resolve(["sh", "-eu", "-c", code]),
    },
    js: { missing: null, prepare: script("mjs", process.execPath) },
    python: { missing: python.missing, prepare: script("py", python.python ?? "python3") },
    java: { missing: absent("java"), prepare: script("java", "java") },
    go: { missing: absent("go"), prepare: compileGo },
    rust: { missing: absent("cargo") ?? (await fetchCrates()), prepare: compileRust },
  };
}

function absent(...programs: readonly string[]): string | null {
  // Go has no option for it.
  const names = programs.filter(
    (name) => !isInstalled(name, name === "go" ? "version" : undefined),
  );
  return names.length === 0 ? null : `no ${names.join(" and ")} on the PATH`;
}

function script(extension: string, program: string): ExampleLanguage["prepare"] {
  return async ({ folder, name, code }) => {
    await writeFile(join(folder, `${name}.${extension}`), code);
    return [program, `${name}.${extension}`];
  };
}

async function compileGo({ folder, name, code }: ExampleProgram): Promise<readonly string[]> {
  await writeFile(join(folder, `${name}.go`), code);
  const program = join(folder, name);
  const env = { ...process.env, GOTOOLCHAIN: "local" };
  const args = ["build", "-o", program, `${name}.go`];
  await run("go", args, { cwd: folder, env, timeout: compileMsMax });
  return [program];
}

const rustFolder = join(tools, "rust-example");

/** Fetches what the example in Rust uses, if an earlier run has not. @returns what is missing; null if nothing is */
async function fetchCrates(): Promise<string | null> {
  try {
    await mkdir(join(rustFolder, "src"), { recursive: true });
    await writeFile(join(rustFolder, "Cargo.toml"), cargoManifest);
    await writeFile(join(rustFolder, "src/main.rs"), "fn main() {}\n");
    await run("cargo", ["fetch", "--quiet"], { cwd: rustFolder, timeout: fetchMsMax });
    return null;
  } catch (error) {
    const { message, stderr } = error as { message: string; stderr?: string };
    const lines = (stderr || message).trim().split("\n");
    return `cargo cannot fetch the libraries of the example (${lines.at(-1)?.trim()})`;
  }
}

async function compileRust({ code }: ExampleProgram): Promise<readonly string[]> {
  await writeFile(join(rustFolder, "src/main.rs"), code);
  const args = ["build", "--quiet", "--offline"];
  await run("cargo", args, { cwd: rustFolder, timeout: compileMsMax });
  return [join(rustFolder, "target/debug/example")];
}
