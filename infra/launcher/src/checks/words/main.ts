import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { type FoundTerm, findTerms } from "./find-terms.ts";

/**
 * Checks the words of the repository: retired terms of the glossary, the start of doc comments, and
 * the spelling. Arguments limit it to folders or files.
 */
const root = resolve(import.meta.dirname, "../../../../..");
const sources = [
  "{services,packages,infra,docs}/**/*.{ts,tsx,mjs,lua,sql,md,txt,css,html,cfg,yml,yaml,example}",
  "infra/Dockerfile",
  "*.{md,yml,ts}",
];
const ignored = /(?:^|\/)(?:node_modules|dist|fixtures)(?:\/|$)/;
const exempt = [
  // They name the retired terms.
  /^docs\/glossary\.md$/,
  /^infra\/launcher\/src\/checks\/words\//,
  // Names and texts of FANS-1/A.
  /^packages\/decoders\/src\/content\/payloads\/cpdlc\/(?:types|uplink-elements|downlink-elements)\.ts$/,
];

process.exitCode = checkWords(process.argv.slice(2)) ? 0 : 1;

function checkWords(only: readonly string[]): boolean {
  const findings = globSync(sources, { cwd: root, exclude: (path) => ignored.test(path) })
    .filter((path) => !ignored.test(path) && !exempt.some((one) => one.test(path)))
    .filter((path) => only.length === 0 || only.some((one) => path.startsWith(one)))
    .toSorted()
    .flatMap((path) => findTerms(path, readFileSync(join(root, path), "utf8")));
  for (const { path, line, found, instead } of findings) {
    console.log(`${path}:${line}  ${found}  → ${instead}`);
  }
  for (const line of totals(findings)) console.log(line);
  const spelling = spawnSync(
    join(root, "node_modules", ".bin", "cspell"),
    ["lint", "--no-progress", "--no-summary", "--gitignore", ...globs(only)],
    { cwd: root, stdio: "inherit" },
  );
  if (spelling.error) console.log(`cspell did not run: ${spelling.error.message}`);
  return findings.length === 0 && spelling.status === 0;
}

function totals(findings: readonly FoundTerm[]): string[] {
  const folders = Map.groupBy(findings, ({ path }) => path.split("/").slice(0, 2).join("/"));
  return [...folders].map(([folder, list]) => `${String(list.length).padStart(6)}  ${folder}`);
}

function globs(only: readonly string[]): string[] {
  return only.map((path) => (/\.\w+$/.test(path) ? path : `${path.replace(/\/$/, "")}/**`));
}
