// Prints the section of a version in the changelog: node .github/release-text.mjs 0.1.0
import { readFileSync } from "node:fs";
import process from "node:process";

const version = process.argv[2] ?? "";
const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
const sections = changelog.split(/^## /m).slice(1);
const section = sections.find((one) => one.startsWith(`[${version}]`));
if (section === undefined) {
  process.stderr.write(`CHANGELOG.md has no section [${version}]\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${section.split("\n").slice(1).join("\n").trim()}\n`);
}
