import { readFileSync } from "node:fs";
import { defaultFeederPorts } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { commandLine, feederPrograms } from "./command-lines.ts";

const document = readFileSync(new URL("../../../../docs/feeding.md", import.meta.url), "utf8");

/** The idents of the document: one for each receiver. */
const idents: Readonly<Record<string, string>> = {
  acars: "HOME-ACARS",
  vdl: "HOME-VDL",
  hfdl: "HOME-HFDL",
  "aero-acars": "HOME-SAT",
  "iridium-acars": "HOME-IRIDIUM",
};

test.each(feederPrograms)(
  "docs/feeding.md shows the set-up of $name as the page does",
  ({ id, name, needsAddress, sourceTypes: [sourceType = ""] }) => {
    const host = needsAddress ? "192.0.2.10" : "feed.example.org";
    const ident = idents[sourceType] ?? "";
    const target = { host, ports: defaultFeederPorts, ident };
    const [, section = ""] = document.split(`### ${name}\n`);
    const [, shown] = /```\w+\n([^]*?)\n```/.exec(section.split("\n## ")[0] ?? "") ?? [];
    expect(shown).toBe(commandLine(id, target));
  },
);

test("docs/feeding.md shows no other program", () => {
  const titles = [...document.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(feederPrograms.map(({ name }) => name));
});
