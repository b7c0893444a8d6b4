/** Prepares a release in the work tree; see `help`. A person looks at the changes, commits and tags them. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { cutChangelog, findObstacle } from "./changelog.ts";

const help = `Usage: npm run -s release -- VERSION

Prepares a release: moves what is under [Unreleased] of CHANGELOG.md into a section of the version and of today (UTC), and
writes the version into every package.json, the Python package, the chart, changelogs of packages, and the documents that name the latest release. Refuses
a version that is not later than the released ones, an empty [Unreleased], and a work tree with changes.

Commits nothing and publishes nothing: it prints the commands that do. The tag starts .github/workflows/release.yml.

Options:
  --root DIR   folder of the repository (default: the current folder)
  -h, --help   Show help
`;

/** Replaces the version in a file's text, by the end of its path. */
const edits: readonly (readonly [end: RegExp, (text: string, version: string) => string])[] = [
  [
    /(^|\/)package\.json$/,
    (text, version) => text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`),
  ],
  [
    /^packages\/python\/src\/jetwire\/__init__\.py$/,
    (text, version) => text.replace(/^(__version__ = )"[^"]*"/m, `$1"${version}"`),
  ],
  [
    // The changelogs of packages that have one of their own.
    /^packages\/[a-z]+\/CHANGELOG\.md$/,
    (text, version) => text.replace(/^## \S+, not released yet$/m, `## ${version}`),
  ],
  [
    /(^|\/)Chart\.yaml$/,
    (text, version) =>
      text
        .replace(/^version: .*$/m, `version: ${version}`)
        .replace(/^appVersion: .*$/m, `appVersion: "${version}"`),
  ],
  [
    /\.md$/,
    (text, version) =>
      text
        .replaceAll(
          /There is no release yet\b|The latest release is \d+\.\d+\.\d+/g,
          `The latest release is ${version}`,
        )
        .replaceAll(
          /(jetwire-[a-z]+-)\d+\.\d+\.\d+(\.tgz|\.tar\.gz|\.json|\.schema\.json)/g,
          `$1${version}$2`,
        )
        .replaceAll(/(jetwire_)\d+\.\d+\.\d+(_)/g, `$1${version}$2`),
  ],
];

process.exitCode = main();

/** Returns the exit code: 0 prepared, 1 refused, 2 wrong options. */
function main(): number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { root: { type: "string", default: "." }, help: { type: "boolean", short: "h" } },
    });
    if (values.help === true) {
      process.stdout.write(help);
      return 0;
    }
    const [version, ...others] = positionals;
    if (version === undefined || others.length > 0) throw new Error("expected one version");
    return prepare(values.root, version);
  } catch (error) {
    process.stderr.write(`release: ${(error as Error).message} (see --help)\n`);
    return 2;
  }
}

function prepare(root: string, version: string): number {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
  const changelog = join(root, "CHANGELOG.md");
  const text = readFileSync(changelog, "utf8");
  const obstacle = findObstacle(text, version) ?? findChanges(git("status", "--porcelain"));
  if (obstacle !== null) {
    process.stderr.write(`release: ${obstacle}\n`);
    return 1;
  }
  const paths = git("ls-files", "-z")
    .split("\0")
    .filter((path) => path !== "CHANGELOG.md");
  const changed = paths.filter((path) => setVersion(join(root, path), path, version));
  writeFileSync(changelog, cutChangelog(text, version, new Date().toISOString().slice(0, 10)));
  process.stdout.write(
    `CHANGELOG.md and ${changed.length} files have the version ${version}. Look at them (git diff), then:\n` +
      `  git commit --all --message "Release ${version}"\n` +
      "  node infra/rehearsal/main.ts --work /var/tmp/rehearsal > /var/tmp/rehearsal.md  # upgrades the last release to this one\n" +
      `  git tag v${version}\n  git push origin HEAD v${version}\n`,
  );
  return 0;
}

function findChanges(status: string): string | null {
  const [first] = status.split("\n");
  return first === undefined || first === "" ? null : `the work tree has changes: ${first.trim()}`;
}

/** Returns whether the file has changed. */
function setVersion(file: string, path: string, version: string): boolean {
  const edit = edits.find(([end]) => end.test(path))?.[1];
  if (edit === undefined || path.includes("/fixtures/")) return false;
  const before = readFileSync(file, "utf8");
  const after = edit(before, version);
  if (after !== before) writeFileSync(file, after);
  return after !== before;
}
