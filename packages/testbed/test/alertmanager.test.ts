import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled } from "../src/checks/is-installed.ts";
import { describeUnless } from "../src/index.ts";

const folder = new URL("../../../infra/monitoring/", import.meta.url).pathname;
const example = join(folder, "alertmanager.yml");
const missing = isInstalled("amtool") ? null : "no amtool on the PATH";

test("the example of Alertmanager inhibits alerts that exist", () => {
  const rules = readFileSync(join(folder, "rules.yml"), "utf8");
  const alerts = new Set([...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? ""));
  const named = readFileSync(example, "utf8").match(/Jetwire\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !alerts.has(name))).toEqual([]);
});

describeUnless(missing, "the example of Alertmanager", () => {
  test("is accepted", () => {
    const text = execFileSync("amtool", ["check-config", example], { encoding: "utf8" });
    expect(text).toContain("SUCCESS");
    expect(text).toContain("7 inhibit rules");
  });
});
