import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { extract, findRevision, nameHead } from "../revisions.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jetwire-revisions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Makes a checkout with a commit for each text, which has these tags. */
function makeCheckout(commits: Readonly<Record<string, readonly string[]>>) {
  const folder = makeFolder();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@localhost", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  const commit = (text: string) => {
    writeFileSync(join(folder, "text"), text);
    git("add", ".");
    git("commit", "--quiet", `--message=${text}`);
  };
  git("init", "--quiet", "--initial-branch=main");
  for (const [text, tags] of Object.entries(commits)) {
    commit(text);
    for (const tag of tags) git("tag", tag);
  }
  return { folder, git, commit };
}

test("begins with the newest release by its version that the head follows", () => {
  const { folder, git, commit } = makeCheckout({
    one: ["v0.9.0"],
    two: ["v0.10.0", "v0.10.0-rc.1", "vintage"],
    three: ["v0.9.1"],
    head: ["v0.11.0"],
  });
  git("checkout", "--quiet", "-b", "other", "v0.9.1");
  commit("other");
  git("tag", "v2.0.0");
  git("checkout", "--quiet", "main");
  const found = git("rev-parse", "v0.10.0");
  expect(findRevision(folder, undefined)).toEqual({
    commit: found,
    name: `v0.10.0 (${found.slice(0, 8)})`,
  });
});

test("finds no revision if no release is before the head", () => {
  const { folder } = makeCheckout({ one: ["other"], head: ["v1.0.0"] });
  expect(findRevision(folder, undefined)).toBeNull();
});

test("begins with the revision that is asked for, also by an annotated tag", () => {
  const { folder, git } = makeCheckout({ one: ["v1.0.0"], two: [] });
  git("tag", "--annotate", "--message=a release", "noted", "HEAD~1");
  const commit = git("rev-parse", "HEAD~1");
  const short = commit.slice(0, 8);
  expect(findRevision(folder, "noted")).toEqual({ commit, name: `noted (${short})` });
  expect(findRevision(folder, short)).toEqual({ commit, name: short });
  expect(findRevision(folder, "HEAD~1")).toEqual({ commit, name: `HEAD~1 (${short})` });
});

test.each(["v9.9.9", "--all", "", "HEAD:text"])("refuses %j, which is no revision", (wish) => {
  const { folder } = makeCheckout({ one: [] });
  expect(() => findRevision(folder, wish)).toThrow(
    `--from: there is no revision ${wish} here. Try: git fetch --tags`,
  );
});

test("refuses a folder that is no checkout, or only a part of one", () => {
  const outside = makeFolder();
  const { folder } = makeCheckout({ one: [] });
  const part = join(folder, "part");
  mkdirSync(part);
  for (const path of [outside, part]) {
    expect(() => findRevision(path, "HEAD")).toThrow(`${path} is not a git checkout`);
    expect(() => nameHead(path)).toThrow(`${path} is not a git checkout`);
  }
});

test("names the head, and says if it was changed", () => {
  const { folder, git } = makeCheckout({ one: ["v1.0.0"] });
  const short = git("rev-parse", "HEAD").slice(0, 8);
  expect(nameHead(folder)).toBe(short);
  writeFileSync(join(folder, "text"), "changed");
  expect(nameHead(folder)).toBe(`${short} with changes`);
});

test("extracts the files of a revision, and nothing else", () => {
  const { folder, git } = makeCheckout({ one: [], two: [] });
  const to = join(makeFolder(), "before");
  mkdirSync(to);
  writeFileSync(join(to, "left"), "");
  extract(folder, { commit: git("rev-parse", "HEAD~1"), name: "one" }, to);
  expect(readFileSync(join(to, "text"), "utf8")).toBe("one");
  expect([join(to, "left"), `${to}.tar`].filter((path) => existsSync(path))).toEqual([]);
});
