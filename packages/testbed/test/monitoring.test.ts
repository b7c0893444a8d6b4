import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checks } from "@jetwire/health";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../src/index.ts";

const root = new URL("../../../", import.meta.url).pathname;
const rules = read("infra/monitoring/rules.yml");
const dashboards = globSync("infra/monitoring/grafana/dashboards/*.json", { cwd: root });

let running: Deployment;
beforeAll(async () => {
  const workers = { persister: 1, fanout: 1, sampler: 1, chores: 1 };
  const unused = "127.0.0.1:9";
  const environment = {
    CANARY_INGEST_URL: `http://${unused}/v1/ingest`,
    CANARY_REALTIME_URL: `ws://${unused}`,
    SMTP_URL: `smtp://${unused}`,
    PUBLIC_URL: "http://localhost",
  };
  running = await startDeployment({ gateways: 1, workers, environment });
}, 60_000);
afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Returns the names of all metrics that the services have; `jetwire_ready` is of the process around them. */
async function exportedNames(): Promise<Set<string>> {
  const texts = await Promise.all([...running.metrics.values()].map((metrics) => metrics.text()));
  const names = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map((one) => one[1]));
  return new Set(["jetwire_ready", ...names.map((name) => name ?? "")]);
}

function namesIn(text: string): string[] {
  const used = text.match(/jetwire_[a-z_]+/g) ?? [];
  return [...new Set(used.map((name) => name.replace(/_(bucket|sum|count)$/, "")))];
}

test.each(["infra/monitoring/rules.yml", ...dashboards])(
  "each metric that %s names is exported by a service",
  async (path) => {
    const exported = await exportedNames();
    const used = namesIn(read(path));
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !exported.has(name))).toEqual([]);
  },
);

test("no metric has a label that Prometheus or Kubernetes gives to what it reads", async () => {
  const theirs = ["job", "instance", "namespace", "pod", "container", "endpoint", "node"];
  for (const [service, metrics] of running.metrics) {
    const text = await metrics.text();
    const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, label = ""]) => label);
    expect(labels).toContain("service");
    expect([service, theirs.filter((label) => labels.includes(label))]).toEqual([service, []]);
  }
});

test("each alert has a section in the runbook and a unit test, and the runbook has no others", () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map((one) => one[1] ?? "");
  const sections = [...read("docs/runbook/alerts.md").matchAll(/^## (Jetwire\w+)$/gm)].map(
    (one) => one[1],
  );
  const tested = read("infra/monitoring/rules.test.yml");
  expect(sections).toEqual(alerts);
  expect(alerts.filter((alert) => !tested.includes(`{alertname="${alert}"}`))).toEqual([]);
  const links = [
    ...rules.matchAll(
      /runbook_url: "\{\{ \$externalLabels\.site \}\}\/docs\/runbook\/alerts#(\w+)"/g,
    ),
  ].map((one) => one[1]);
  expect(links).toEqual(alerts.map((alert) => alert.toLowerCase()));
});

test("each alarm of a process that has no alert of its own is in the runbook or in the list of checks", async () => {
  const texts = await Promise.all([...running.metrics.values()].map((metrics) => metrics.text()));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^jetwire_alarm\{[^}]*name="([^"]+)"/gm)].map((one) => one[1] ?? ""),
  );
  expect(named).toContain("redis-memory");
  const known = new Set(checks.map(({ name }) => name));
  const runbook = read("docs/runbook/alerts.md");
  const ofOwnAlert = /name!~"([^"]+)"/.exec(rules)?.[1]?.split("|") ?? [];
  const unknown = named.filter(
    (name) => !known.has(name) && !ofOwnAlert.includes(name) && !runbook.includes(`\`${name}\`:`),
  );
  expect(unknown).toEqual([]);
});

test("dashboards have panels with queries, and each panel an id of its own", () => {
  expect(dashboards.length).toBeGreaterThan(0);
  for (const path of dashboards) {
    const { panels } = JSON.parse(read(path)) as {
      panels: { id: number; type: string; targets?: { expr: string }[] }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const drawn = panels.filter(({ type }) => type !== "row");
    expect(drawn.every(({ targets = [] }) => targets.some(({ expr }) => expr !== ""))).toBe(true);
  }
});
