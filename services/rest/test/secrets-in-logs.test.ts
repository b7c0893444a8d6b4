import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { inspect } from "node:util";
import { makeApiKey, makeRefreshToken } from "@jetwire/auth";
import type { SessionGrant } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import {
  compileCache,
  createTestDatabase,
  programOf,
  startTcpProxy,
  testSigningKeySecret,
  until,
  withPort,
} from "@jetwire/testbed";
import { expect, test } from "vitest";
import { addKeyOwner, ask } from "./rest-under-test.ts";

/** A start of a second takes many on a busy machine. */
const startMsMax = 60_000;

test("A-03: no key, token, refresh token or message text is logged, at any level, whatever goes wrong", async () => {
  await using database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  await using rest = startProcess({
    DATABASE_URL: withPort(database.url, proxy.port),
    REDIS_URL: database.redisUrl,
    JETWIRE_NAMESPACE: database.namespace,
    REST_PORT: "0",
    SIGNING_KEY_SECRET: testSigningKeySecret,
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
    LOG_LEVEL: "trace",
  });
  const url = `http://127.0.0.1:${await rest.port()}`;
  const sessions = `${url}/v1/auth/sessions`;
  const alice = await addKeyOwner(database, "alice");
  const opened = await ask(sessions, alice.key, { method: "POST" });
  const { token, refreshToken } = (await opened.json()) as SessionGrant;
  const unknown = makeApiKey();
  const strange = makeRefreshToken();
  const marks = ["canary-body", "canary-query", "canary-path", "canary-agent", "canary-cookie"];
  const secrets = [alice.key, token, refreshToken ?? "", unknown, strange, ...marks];

  async function askEverything(): Promise<void> {
    const headers = { "user-agent": "canary-agent", cookie: "s=canary-cookie" };
    const asking: Promise<Response>[] = [];
    for (const credential of [alice.key, token, unknown, `${token}x`, strange, null]) {
      for (const path of ["/v1/me", "/v1/messages?flight=canary-query", "/v1/keys/canary-path"]) {
        asking.push(ask(url + path, credential, { headers }));
      }
      const body = { refreshToken: strange, more: "canary-body" };
      asking.push(ask(`${sessions}/refresh`, credential, { method: "POST", body, headers }));
      asking.push(ask(`${url}/v1/keys?key=${alice.key}&token=${token}`, credential, { headers }));
      asking.push(
        fetch(`${sessions}/refresh`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: `{"refreshToken":"${refreshToken}`,
        }),
      );
    }
    for (const response of await Promise.all(asking)) await response.arrayBuffer();
  }

  await askEverything();
  const bare = connect(Number(new URL(url).port), "127.0.0.1");
  bare.end(`GET /v1/me HTTP/9\r\nAuthorization: Bearer ${alice.key}\r\n\r\n`);
  bare.resume();
  await once(bare, "close");
  // A missing table is an internal error, with a stack; an unreachable server is not.
  await database.database.sql`alter table stations rename to stations_missing`;
  await askEverything();
  await proxy.refuse();
  await askEverything();
  const logged = await rest.stop();
  expect(logged).toContain('"request failed"');
  expect(logged.split("\n").length).toBeGreaterThan(5);
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
});

test("an error of Postgres is logged without the contents of the row or of the value that it refuses", async () => {
  await using database = await createTestDatabase();
  const { sql } = database.database;
  await sql`create table refusing (id integer primary key, body text check (body <> 'canary-row'))`;
  const lines: string[] = [];
  const log = createLogger("rest", "info", 0, { write: (line) => void lines.push(line) });
  const refused = [
    sql`insert into refusing values (1, 'canary-row')`,
    sql`select id from refusing where id = ${"canary-value"}::text::integer`,
  ];
  for (const query of refused) {
    const error: unknown = await query.catch((thrown: unknown) => thrown);
    expect(inspect(error)).toContain("canary");
    log.error({ err: error }, "query failed");
  }
  const [row, value] = lines.map((line) => (JSON.parse(line) as { err: unknown }).err);
  expect(row).toMatchObject({ type: "PostgresError", code: "23514" });
  expect(row).toHaveProperty("message", expect.stringContaining("refusing_body_check"));
  expect(value).toMatchObject({
    code: "22P02",
    message: 'invalid input syntax for type integer: "[hidden]"',
  });
  expect(lines.filter((line) => line.includes("canary"))).toEqual([]);
});

/** The service as it runs, with all that it says. */
function startProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [programOf("rest")], {
    env: { PATH: process.env["PATH"] ?? "", ...compileCache, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    return said;
  };
  return {
    port: () => until("the service to listen", () => /"port":(\d+)/.exec(said)?.[1], startMsMax),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}
