import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  acarsdecLine,
  type Deployment,
  jetwire,
  type OperatedRest,
  postLines,
  startDeployment,
  startOperatedRest,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractRows } from "../src/conformance/rows/index.ts";
import type { Report } from "../src/conformance/report.ts";
import { errorOf, runJetwire } from "./run-jetwire.ts";

const wholeMsMax = 240_000;

let jw: Deployment;
let rest: OperatedRest & AsyncDisposable;
let env: Record<string, string>;
let options: readonly string[];
beforeAll(async () => {
  jw = await startDeployment({
    gateways: 1,
    environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000" },
  });
  const { databaseUrl, redisUrl, namespace, gatewayUrls, ingest } = jw;
  rest = await startOperatedRest({ databaseUrl, redisUrl, namespace });
  env = { JETWIRE_URL: rest.JETWIRE_URL, JETWIRE_KEY: rest.JETWIRE_KEY };
  const posted = `http://127.0.0.1:${ingest.httpPort}/v1/ingest`;
  options = ["--realtime", gatewayUrls[0] ?? "", "--ingest", posted];
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await jw[Symbol.asyncDispose]();
});

const conformance = async (...args: readonly string[]) =>
  await runJetwire(["conformance", ...args, ...options], { env });

test(
  "a service that keeps every promise passes, and nothing of the run is left in it",
  { timeout: wholeMsMax },
  async () => {
    const lines = Array.from({ length: 12 }, (_, n) => acarsdecLine("CF-OTHER", `BEFORE ${n}`));
    await postLines(jw, lines);
    await until("the messages are stored", async () => {
      const stored = await jw.database.sql`select 1 from messages`;
      return stored.length === lines.length;
    });
    const ran = await conformance("--write", "--json");
    const { rows, left } = ran.json() as Report;
    const others = rows.filter(({ result }) => result !== "passed");
    expect(others.map((row) => [row.result, row.rows.join(), row.reason])).toEqual([
      ["skipped", "R-10", "the service is on this machine"],
    ]);
    expect([ran.code, left]).toEqual([0, []]);
    expect(rows).toHaveLength(contractRows.length);
    const accounts = (await jetwire(jw, "accounts", "list")) as { username: string }[];
    expect(accounts.filter(({ username }) => username.includes("conformance"))).toEqual([]);
    const messages = await jw.database.sql`select 1 from messages where body like 'CONFORMANCE%'`;
    expect(messages).toHaveLength(0);
  },
);

test("without --write nothing is changed, and what needs it is skipped with the reason", async () => {
  const { sql } = jw.database;
  const counted = async () =>
    await sql`select (select count(*) from accounts) as accounts, (select count(*) from audit_log) as actions`;
  const before = await counted();
  const ran = await conformance("--only", "R-23,R-26");
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain("ok    R-23, R-47: an invalid key is refused by `feed:error`");
  expect(ran.stdout).toContain("needs messages of its own: --write, with a key of an operator");
  expect(ran.stdout).toMatch(/: 1 passed, 0 failed, 1 skipped\n$/);
  expect(await counted()).toEqual(before);
});

/** Starts a proxy of REST that changes answers. */
async function startProxy(
  change: (answer: { status: number; body: string }) => void,
): Promise<{ readonly url: string } & AsyncDisposable> {
  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? "", rest.JETWIRE_URL);
    const { authorization = "" } = asked.headers;
    const response = await fetch(url, { headers: { authorization } });
    const changed = { status: response.status, body: await response.text() };
    change(changed);
    const type = response.headers.get("content-type") ?? "";
    answer.writeHead(changed.status, { "content-type": type }).end(changed.body);
  }
  const server = createServer((asked, answer) => void pass(asked, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each([
  [
    "R-18",
    "problem details: code",
    ({ body }: { body: string }) => ({ body: body.replace("not_found", "odd") }),
  ],
  ["R-51", "another version is answered with 200", () => ({ status: 200 })],
])(
  "a service that breaks %s fails, with a line that names it and says: %s",
  async (row, reason, broken) => {
    await using proxy = await startProxy((answer) => Object.assign(answer, broken(answer)));
    const ran = await runJetwire(["conformance", proxy.url, "--only", row, ...options], { env });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(new RegExp(`FAIL  .*${row}.*\n      .*${reason}`));
  },
);

test("what is asked wrongly is refused before anything is tried", async () => {
  const { JETWIRE_KEY: _, ...keyless } = env;
  for (const [args, code, text] of [
    [["--only", "R-99"], "usage", "R-99 is not tried"],
    [["--seconds", "0"], "usage", "at least 1"],
    [["--key-file", "/nonexistent/key"], "usage", "cannot be read"],
  ] as const) {
    const error = errorOf(await conformance(...args, "--json"));
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
  }
  const url = env["JETWIRE_URL"] ?? "";
  const ran = await runJetwire(["conformance", url, "--json"], { env: keyless });
  expect(errorOf(ran).code).toBe("not_logged_in");
});
