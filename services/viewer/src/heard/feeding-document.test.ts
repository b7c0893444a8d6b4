import { readFileSync } from "node:fs";
import { defaultFeederPorts } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { commandLine, feederPrograms } from "./command-lines.ts";

const document = readFileSync(new URL("../../../../docs/feeding.md", import.meta.url), "utf8");

test.each(feederPrograms)(
  "docs/feeding.md shows the set-up of $name as the page does",
  ({ id, name, needsAddress }) => {
    const host = needsAddress ? "192.0.2.10" : "feed.example.org";
    const target = { host, ports: defaultFeederPorts, ident: "HOME-VDL", stationKey: null };
    const [, section = ""] = document.split(`### ${name}\n`);
    const [, shown] = /```\w+\n([^]*?)\n```/.exec(section.split("\n## ")[0] ?? "") ?? [];
    expect(shown).toBe(commandLine(id, target));
  },
);

test("docs/feeding.md shows no other program", () => {
  const titles = [...document.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(feederPrograms.map(({ name }) => name));
});
