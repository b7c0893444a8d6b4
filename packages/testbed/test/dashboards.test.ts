import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts, type Instance, startInstance } from "@jetwire/launcher";
import { io } from "socket.io-client";
import { expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import { isInstalled } from "../src/checks/is-installed.ts";
import { acarsdecLine, describeUnless, until } from "../src/index.ts";

const root = new URL("../../../", import.meta.url).pathname;
const folder = join(root, "infra/monitoring/grafana/dashboards");
const startMsMax = 240_000;

/** Queries that have no series while nothing is wrong, by the title of their panel and their legend. */
const emptyWithoutFault: ReadonlySet<string> = new Set([
  "Connections refused and cut: refused: {{reason}}",
  "Connections refused and cut: cut: {{reason}}",
  "Client events refused: {{reason}}",
  "Gaps and resumes of feeds: gap: {{reason}}",
  "Gaps and resumes of feeds: resumed from {{source}}",
  "Connection errors and lost publishes: errors {{service}}",
  "Runs of jobs in five minutes: failed: {{name}}",
  // Mail is not configured.
  "Mails in five minutes: {{kind}} {{result}}",
]);

interface Target {
  readonly expr: string;
  readonly legendFormat?: string;
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly Target[];
}

/** A series of the answer to a query: its labels and its latest value. */
interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

type Query = (expr: string) => Promise<readonly Series[]>;

const missing = isInstalled("prometheus") ? null : "no prometheus on the PATH";

describeUnless(missing, "dashboards of an instance with traffic", () => {
  test("each query has series whose labels its legend names", { timeout: startMsMax }, async () => {
    await using stack = new AsyncDisposableStack();
    const instance = stack.use(await startInstance({ REST_EXEMPT_ADDRESSES: "127.0.0.1" }));
    const prometheus = stack.use(await startPrometheus(instance));
    stack.use(await startTraffic(instance));
    const problems = await until(
      "queries with series",
      async () => {
        const found = await findProblems(prometheus.query);
        return found.length === 0 ? [] : null;
      },
      90_000,
    ).catch(() => findProblems(prometheus.query));
    expect(problems).toEqual([]);
  });
});

/** Returns what is wrong with the queries of all dashboards. */
async function findProblems(query: Query): Promise<string[]> {
  const problems: string[] = [];
  for (const path of globSync(join(folder, "*.json"))) {
    const { panels } = JSON.parse(readFileSync(path, "utf8")) as { panels: readonly Panel[] };
    for (const { title, targets = [] } of panels) {
      for (const { expr, legendFormat = "" } of targets) {
        const name = `${title}: ${legendFormat}`;
        const series = await query(expr);
        const numbers = series.filter(({ value }) => value[1] !== "NaN");
        if (numbers.length === 0 && !emptyWithoutFault.has(name)) {
          problems.push(`${name} has no series`);
        }
        const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map((one) => one[1] ?? "");
        const unknown = labels.filter((label) => numbers.some(({ metric }) => !(label in metric)));
        if (unknown.length > 0)
          problems.push(`${name}: series have no label ${unknown.join(", ")}`);
      }
    }
  }
  return problems;
}

/** Starts a Prometheus that scrapes the processes of an instance every second. */
async function startPrometheus({ ready }: Instance) {
  const data = await mkdtemp(join(tmpdir(), "jetwire-prometheus-"));
  const [port = 0] = await freePorts(1);
  const targets = ready.services.flatMap(({ health }) => (health ? [new URL(health).host] : []));
  const job = { job_name: "jetwire", static_configs: [{ targets }] };
  const config = { global: { scrape_interval: "1s" }, scrape_configs: [job] };
  // YAML contains JSON.
  await writeFile(join(data, "prometheus.yml"), JSON.stringify(config));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(data, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(data, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  async function query(expr: string): Promise<readonly Series[]> {
    const parameters = new URLSearchParams({ query: expr });
    const url = `http://127.0.0.1:${port}/api/v1/query?${parameters.toString()}`;
    const answer = (await (await fetch(url)).json()) as {
      readonly error?: string;
      readonly data?: { readonly result: readonly Series[] };
    };
    if (answer.data === undefined) throw new Error(`${expr}: ${answer.error}`);
    return answer.data.result;
  }
  await until("Prometheus to answer", async () => await query("up").catch(() => null));
  return {
    query,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Sends messages and requests, and reads a feed and the firehose. */
async function startTraffic({ ready, jetwire }: Instance): Promise<AsyncDisposable> {
  await jetwire("accounts", "add", "alice");
  await jetwire("stations", "add", "PANEL-1", "--account", "alice");
  const { key } = (await jetwire("keys", "issue", "--account", "alice")) as { key: string };
  const feed = await connectFeed(ready.ws, key);
  const viewer = io(ready.ws, { transports: ["websocket"], forceNew: true });
  const started = new Promise((resolve) => viewer.once("messages:sniff:started", resolve));
  viewer.emit("messages:sniff");
  await started;
  let sent = 0;
  const timestamp = Math.floor(Date.now() / 1_000);
  const timer = setInterval(() => {
    // Each message comes twice: the second one is a duplicate.
    const body = acarsdecLine("PANEL-1", `PANEL ${Math.floor(sent++ / 2)}`, { timestamp });
    // What fails shows as a query without series.
    fetch(ready.ingest.http, { method: "POST", body }).catch(() => {});
    fetch(`${ready.rest}/v1/status`).catch(() => {});
  }, 100);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      viewer.disconnect();
      feed[Symbol.dispose]();
    },
  };
}
