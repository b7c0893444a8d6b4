import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { member } from "./service-variables.ts";

const root = resolve(import.meta.dirname, "../../..");
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

let scratch = "";
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "jetwire-release-"));
});
afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const changelog =
  "# Changelog\n\nHead.\nThere is no release yet.\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n";
const repository: Readonly<Record<string, string>> = {
  "CHANGELOG.md": changelog,
  "README.md": "There is no release yet: build it.\n",
  "package.json":
    '{\n  "name": "jetwire",\n  "version": "0.1.0",\n  "engines": { "node": ">=24" }\n}\n',
  "packages/client/package.json": '{\n  "name": "client",\n  "version": "0.1.0"\n}\n',
  "packages/client/README.md": "npm install ./jetwire-client-0.1.0.tgz\n",
  "packages/python/src/jetwire/__init__.py": '__version__ = "0.1.0"\n',
  "packages/python/CHANGELOG.md": "# Changelog\n\n## 0.1.0, not released yet\n\n- REST.\n",
  "infra/helm/jetwire/Chart.yaml": 'version: 0.1.0\nappVersion: "0.1.0"\n',
  "packages/other/fixtures/package.json": '{\n  "version": "0.1.0"\n}\n',
};

function git(...args: readonly string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  return execFileSync("git", ["-C", scratch, ...who, ...args], { encoding: "utf8" });
}

function commitRepository(files = repository): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), text);
  }
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
}

function release(...args: readonly string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const program = join(root, "infra/release/main.ts");
  return spawnSync(process.execPath, [program, "--root", scratch, ...args], { encoding: "utf8" });
}

const read = (path: string) => readFileSync(join(scratch, path), "utf8");

describe("the command that prepares a release", () => {
  test("cuts the changelog and writes the version everywhere", () => {
    commitRepository();
    const { status, stdout, stderr } = release("0.2.0");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /git commit .*\n +node infra\/rehearsal\/main\.ts .*\n +git tag v0\.2\.0\n/,
    );
    expect(read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\nHead\.\n\n## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing\.\n$/,
    );
    expect(read("README.md")).toBe("The latest release is 0.2.0: build it.\n");
    expect(read("package.json")).toBe(repository["package.json"]?.replace("0.1.0", "0.2.0"));
    expect(read("packages/client/package.json")).toContain('"version": "0.2.0"');
    expect(read("packages/client/README.md")).toContain("jetwire-client-0.2.0.tgz");
    expect(read("packages/python/src/jetwire/__init__.py")).toBe('__version__ = "0.2.0"\n');
    expect(read("packages/python/CHANGELOG.md")).toContain("\n\n## 0.2.0\n\n- REST.\n");
    expect(read("infra/helm/jetwire/Chart.yaml")).toBe('version: 0.2.0\nappVersion: "0.2.0"\n');
    expect(read("packages/other/fixtures/package.json")).toContain("0.1.0");
  });

  test("releases once more, above the section before", () => {
    commitRepository();
    release("0.1.0");
    const cut = read("CHANGELOG.md");
    writeFileSync(
      join(scratch, "CHANGELOG.md"),
      cut.replace("## [Unreleased]\n", "## [Unreleased]\n\n- More.\n"),
    );
    git("commit", "--quiet", "--all", "--message", "Release");
    expect(release("0.1.1").status).toBe(0);
    expect(read("CHANGELOG.md")).toMatch(
      /\[Unreleased\]\n\n## \[0\.1\.1\] - \S+\n\n- More\.\n\n## \[0\.1\.0\] - \S+\n\n### Added\n\n- A thing\.\n$/,
    );
    expect(read("README.md")).toBe("The latest release is 0.1.1: build it.\n");
  });

  test.each(["1.0", "v1.0.0", "01.0.0", "1.0.0-rc.1", "latest"])("refuses %s", (version) => {
    commitRepository();
    const { status, stderr } = release(version);
    expect(status).toBe(1);
    expect(stderr).toContain(`${version} is not a version`);
    expect(git("status", "--porcelain")).toBe("");
  });

  test.each(["0.1.0", "0.3.0"])("refuses %s after 0.3.0", (version) => {
    commitRepository({
      ...repository,
      "CHANGELOG.md": `${changelog}\n## [0.3.0] - 2026-01-01\n\n- Old.\n`,
    });
    const { status, stderr } = release(version);
    expect([status, stderr]).toEqual([
      1,
      `release: ${version} is not later than 0.3.0, which was released\n`,
    ]);
  });

  test("refuses an empty section, changes in the work tree, and more than one version", () => {
    commitRepository({ ...repository, "CHANGELOG.md": changelog.replace("- A thing.\n", "") });
    expect(release("0.1.0").stderr).toContain("nothing under [Unreleased]");
    writeFileSync(join(scratch, "CHANGELOG.md"), changelog);
    expect(release("0.1.0").stderr).toContain("the work tree has changes: M CHANGELOG.md");
    expect(release("0.1.0", "0.2.0").status).toBe(2);
    expect(release().status).toBe(2);
  });
});

test("the programs are installed from their packages, and run without the project", () => {
  const packed = join(scratch, "packed");
  execFileSync(process.execPath, [join(root, "infra/release/pack-programs.ts"), packed]);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const programs = ["relay", "bridge", "mcp"];
  const files = programs.map((name) => join(packed, `jetwire-${name}-${version}.tgz`));
  const prefix = join(scratch, "prefix");
  execFileSync("npm", [
    "install",
    "--global",
    "--offline",
    "--no-audit",
    "--prefix",
    prefix,
    ...files,
  ]);
  for (const name of programs) {
    const program = join(prefix, "bin", `jetwire-${name}`);
    expect(execFileSync(program, ["--help"], { encoding: "utf8", cwd: scratch })).toContain(
      `jetwire-${name}`,
    );
  }
});

test("the documents have the version, and the checksums that are printed", () => {
  const folder = join(scratch, "documents");
  const program = join(root, "packages/docs-site/src/write-documents.ts");
  const written = spawnSync(process.execPath, [program, folder, "0.2.0"], { encoding: "utf8" });
  expect([written.status, written.stderr]).toEqual([0, ""]);
  const names = [
    "jetwire-openapi-0.2.0.json",
    "jetwire-asyncapi-0.2.0.json",
    "jetwire-feeder-0.2.0.schema.json",
    "jetwire-ingest-answer-0.2.0.schema.json",
  ];
  const lines = written.stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split("  ")[1])).toEqual(names);
  const checked = spawnSync("sha256sum", ["--check", "--quiet"], {
    cwd: folder,
    input: written.stdout,
    encoding: "utf8",
  });
  expect([checked.status, checked.stdout]).toEqual([0, ""]);
  const [openApi, asyncApi, feeder, answer] = names.map((name): unknown =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  );
  for (const document of [openApi, asyncApi]) {
    expect(document).toMatchObject({ info: { version: "0.2.0" } });
  }
  expect(feeder).toMatchObject({ required: ["timestamp", "label"] });
  expect(answer).toMatchObject({ properties: { accepted: { type: "integer" } } });
  expect(spawnSync(process.execPath, [program, folder]).status).toBe(2);
});

const pack = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, "infra/release/pack-compose.ts"), ...args], {
    encoding: "utf8",
  });

describe("the files of Compose for a release", () => {
  const images = [
    `ghcr.io/example/air/jetwire@${digest("a")}`,
    `ghcr.io/example/air/balancer@${digest("b")}`,
  ];
  test("name its images by their content, pull them, and need no sources", () => {
    const file = join(scratch, "compose.tar.gz");
    expect(pack(file, "0.2.0", ...images)).toMatchObject({ status: 0, stderr: "" });
    execFileSync("tar", ["-xzf", file, "-C", scratch]);
    for (const path of ["docker-compose.yml", "infra/small/compose.yml"]) {
      const compose: unknown = parse(read(join("jetwire", path)), { merge: true });
      const services = Object.values(member(compose, "services"));
      const own = services.filter((service) => JSON.stringify(service).includes("JETWIRE_IMAGES"));
      expect(own.length).toBeGreaterThan(3);
      for (const service of own) {
        expect(service).toMatchObject({ pull_policy: "missing" });
        expect(service).not.toHaveProperty("build");
      }
      const used = new Set(own.map((service) => (service as { image: string }).image));
      const expected = ["jetwire:a", "balancer:b"].map((one) => {
        const [name, letter = ""] = one.split(":");
        return `\${JETWIRE_IMAGES:-ghcr.io/example/air}/${name}:\${JETWIRE_VERSION:-0.2.0@${digest(letter)}}`;
      });
      expect(expected).toEqual(expect.arrayContaining([...used]));
    }
    expect(read("jetwire/infra/compose.env.example")).toMatch(
      /^JETWIRE_VERSION=\n[^]*^JETWIRE_IMAGES=$/m,
    );
    expect(existsSync(join(scratch, "jetwire/infra/monitoring/rules.yml"))).toBe(true);
    expect(existsSync(join(scratch, "jetwire/infra/secrets"))).toBe(true);
  });

  test("are refused without an image, and with one that has no digest", () => {
    const file = join(scratch, "compose.tar.gz");
    expect(pack(file, "0.2.0", images[0] ?? "").stderr).toContain(
      "no digest is given for the image balancer",
    );
    expect(pack(file, "0.2.0", "ghcr.io/example/jetwire:0.2.0").stderr).toContain(
      "not an image with its digest",
    );
    expect(pack(file, "0.2.0").status).toBe(2);
  });
});
