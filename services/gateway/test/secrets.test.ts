import { makeApiKey } from "@jetwire/auth";
import { connect } from "node:net";
import { clientFrame, startTcpProxy, until } from "@jetwire/testbed";
import { Namespace, type Socket } from "socket.io";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startGatewayProcess } from "./gateway-process.ts";
import { msUntilClosed, openRaw, openUpgraded, upgradeRequest } from "./raw-socket.ts";
import { openRig, type Rig } from "./rig.ts";
import { createUsers, type Users } from "./signed-in.ts";

let rig: Rig;
let users: Users;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
});
afterAll(() => rig[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

/** Returns the parts of credentials by which a leaked one is recognised. */
function marksOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => secret.split(".")).map((part) => part.slice(-20));
}

function foundIn(text: string, secrets: readonly string[]): string[] {
  return marksOf(secrets).filter((mark) => text.includes(mark));
}

/**
 * Records all commands that Redis receives from now on, from any connection. It reads MONITOR from a socket, because
 * ioredis fails when a command arrives together with the reply to MONITOR.
 */
async function listenToRedis() {
  const { hostname, port } = new URL(rig.database.redisUrl);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  let text = "";
  socket.on("data", (part: string) => (text += part));
  socket.write("MONITOR\r\n");
  await until("Redis to confirm MONITOR", () => text.startsWith("+OK\r\n"));
  return { commands: () => text.split("\r\n"), end: () => socket.destroy() };
}

test("A-03: no key and no token, valid or not, is in any log line, in Redis or in the metrics", async () => {
  const { hostname, port } = new URL(rig.database.url);
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const databaseUrl = new URL(rig.database.url);
  databaseUrl.host = `127.0.0.1:${proxy.port}`;
  await using gateway = await startGatewayProcess(rig, {
    LOG_LEVEL: "trace",
    DATABASE_URL: databaseUrl.href,
  });
  const redis = await listenToRedis();
  const [feeder, user] = [await rig.feeder("SEC-1"), await users.add()];
  const good = { apiKey: feeder.apiKey, token: await user.token() };
  const bad = { apiKey: makeApiKey(), token: `${await user.token()}x` };
  const untried = { apiKey: makeApiKey(), token: await user.token() };

  for (const source of ["auth", "query"] as const) {
    const kept = rig.connect(gateway, { [source]: good });
    await kept.next("feed:authenticated");
    await kept.next("presence:snapshot");
    kept.socket.emit("station:monitor:start", feeder.stationIds[0]);
    await kept.next("station:monitor:started");
    kept.socket.emit("auth:refresh", bad.token);
    await kept.next("chat:error");
    const refused = rig.connect(gateway, { [source]: bad });
    await refused.disconnected();
  }

  // Handshakes that fail: too large, no JSON, no WebSocket, another address, and twice.
  const text = JSON.stringify(untried);
  const query = `&apiKey=${untried.apiKey}&token=${untried.token}`;
  const packets = [
    [`40${text.padEnd(20_000)}`],
    [`40${text.slice(0, -1)}`],
    [`40/x,${text}`],
    [`45${text}`],
    [`40${text}`, `40${text}`],
  ];
  const requests = [
    upgradeRequest({ Upgrade: "other" }, query),
    upgradeRequest({ "Sec-WebSocket-Key": "x" }, query),
    upgradeRequest({ Origin: "https://evil.example" }, query),
    upgradeRequest({}, `&EIO=3${query}`),
    `GET /socket.io/?EIO=4&transport=polling${query} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET /?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET /?${query} HTTP/9\r\n\r\n`,
  ];
  await Promise.all([
    ...packets.map(async (frames) => {
      const raw = await openUpgraded(gateway.port);
      raw.write(Buffer.concat(frames.map((frame) => clientFrame(frame))));
      await msUntilClosed(raw);
    }),
    ...requests.map(async (request) => {
      const raw = await openRaw(gateway.port);
      raw.write(request);
      await msUntilClosed(raw);
    }),
  ]);

  // And with nobody to ask.
  await proxy.refuse();
  const unanswered = rig.connect(gateway, { auth: untried });
  expect(await unanswered.next("feed:error")).toEqual([{ message: "Service unavailable" }]);
  await proxy.recover();

  const metrics = await gateway.metrics();
  const code = await gateway.stop();
  const log = gateway.log();
  await until("Redis to have been sent", () =>
    redis.commands().some((line) => line.includes(rig.keys.namespace)),
  );
  redis.end();
  const secrets = [good, bad, untried].flatMap(({ apiKey, token }) => [apiKey, token]);
  expect(code).toBe(0);
  expect(log).toContain('"msg":"started"');
  const sent = redis.commands().join("\n");
  expect({
    logs: foundIn(log, secrets),
    redis: foundIn(sent, secrets),
    metrics: foundIn(metrics, secrets),
  }).toEqual({ logs: [], redis: [], metrics: [] });
  console.log(
    `6 credentials in ${log.split("\n").length} log lines at trace, ${redis.commands().length} Redis ` +
      `commands, ${metrics.length} bytes of metrics: found 0 times`,
  );
});

test("A-03: after the handshake no object reachable from a socket contains a credential", async () => {
  const sockets: Socket[] = [];
  const emit = vi.spyOn(Namespace.prototype, "emitReserved" as never) as unknown as {
    mock: { calls: [string, Socket][] };
  };
  const [feeder, user] = [await rig.feeder("SEC-2"), await users.add()];
  const good = { apiKey: feeder.apiKey, token: await user.token() };
  const kept = [{ auth: good }, { query: good }].map((given) =>
    rig.connect(rig.gateways[0], given),
  );
  for (const client of kept) {
    await client.next("feed:authenticated");
    await client.next("presence:snapshot");
  }
  sockets.push(
    ...emit.mock.calls.filter(([event]) => event === "connection").map(([, socket]) => socket),
  );
  expect(sockets).toHaveLength(2);
  const marks = [feeder.apiKey, ...good.token.split(".")].map((part) => part.slice(-20));
  for (const socket of sockets) expect(pathsTo(socket, marks)).toEqual([]);
  // The control: the search finds what is there.
  Object.assign(sockets[0]?.request ?? {}, { hidden: { deep: [`x${good.apiKey}`] } });
  expect(pathsTo(sockets[0], marks)).toHaveLength(1);
});

/** Returns the paths from an object to all values, buffers included, that contain one of the marks. */
function pathsTo(root: unknown, marks: readonly string[]): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const open: [string, unknown][] = [["socket", root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const text = typeof value === "string" ? value : textOf(value);
    if (text !== null && marks.some((mark) => text.includes(mark))) found.push(path);
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (text === null) open.push(...membersOf(path, value));
  }
  return found;
}

function textOf(value: unknown): string | null {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : null;
}

function membersOf(path: string, value: object): [string, unknown][] {
  const own = Reflect.ownKeys(value).map((name): [string, unknown] => [
    `${path}.${String(name)}`,
    Object.getOwnPropertyDescriptor(value, name)?.value as unknown,
  ]);
  if (!(value instanceof Map || value instanceof Set)) return own;
  const entries = [...value].flat() as unknown[];
  return [...own, ...entries.map((entry): [string, unknown] => [`${path}[]`, entry])];
}
