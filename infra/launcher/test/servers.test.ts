import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import {
  aclFile,
  type AclPasswords,
  aclUserName,
  aclUsers,
  type RedisConnection,
} from "@jetwire/redis";
import { Database } from "@jetwire/db";
import { createLogger, retryUntil } from "@jetwire/runtime";
import { openTestRedis } from "@jetwire/testbed";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect, createServer } from "node:net";
import { startPostgres, startRedis } from "../src/index.ts";
import { checkPorts } from "../src/check-ports.ts";
import { openSocketFolders } from "../src/servers/socket-folder.ts";
import { systemUser } from "../src/servers/system-user.ts";

let dir: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "jetwire-servers-"));
  await chmod(dir, 0o711);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  ["redis", startRedis],
  ["postgres", startPostgres],
])("%s is restarted on the same port after it was killed", async (name, start) => {
  const pids = new EventEmitter();
  const lines: string[] = [];
  await using server = await start({
    dir: join(dir, name),
    port: 0,
    log: (line) => lines.push(line),
    pidChanged: (pid) => pids.emit(pid === null ? "ended" : "started"),
  });
  const url = server.url;
  const again = once(pids, "started");
  process.kill(server.pid ?? 0, "SIGKILL");
  await again;
  expect(lines).toEqual([`${name} ended (SIGKILL); restarting it`]);
  expect(server.url).toBe(url);
  expect(server.pid).toBeGreaterThan(0);
});

test("servers are reached by sockets in place of TCP, whose folders are removed after them", async () => {
  const folders = await openSocketFolders(dir);
  {
    await using redis = await startRedis(
      { dir: join(dir, "redis"), port: 0, log: () => {}, socketDir: folders.redis },
      {
        owner: await systemUser("redis"),
        aclFile: "user default off\nuser one on >pass +@all ~*\n",
        name: "one",
        password: "pass",
      },
    );
    expect(redis.socketUrl).toMatch(/^unix:\/\/one:pass@localhost\/.*\/redis\.sock$/);
    await using client = await openTestRedis(redis.socketUrl);
    expect(await client.client("INFO")).toContain(`${folders.redis}/redis.sock:0`);

    await using postgres = await startPostgres({
      dir: join(dir, "postgres"),
      port: 0,
      log: () => {},
      expendable: true,
      socketDir: folders.postgres,
    });
    expect(postgres.socketUrl).not.toContain("127.0.0.1");
    await using database = new Database(postgres.socketUrl, {
      log: createLogger("test", "silent"),
    });
    const [row] = await database.sql`select inet_server_addr() is null as "isSocket"`;
    expect(row?.["isSocket"]).toBe(true);
  }
  folders[Symbol.dispose]();
  expect(
    [folders.redis, folders.postgres].filter((one) => one === null || existsSync(one)),
  ).toEqual([]);
});

test("a Redis with users has everything again after a restart, also what transactions and scripts wrote", async () => {
  const passwords = Object.fromEntries(aclUsers.map((user) => [user, randomUUID()]));
  const access = {
    owner: undefined,
    aclFile: aclFile("jw", passwords as AclPasswords),
    name: aclUserName("jw", "operator"),
    password: passwords["operator"] ?? "",
  };
  const pids = new EventEmitter();
  await using server = await startRedis(
    {
      dir: join(dir, "redis"),
      port: 0,
      log: () => {},
      pidChanged: (pid) => pids.emit(pid === null ? "ended" : "started"),
    },
    access,
  );
  async function ask<Answer>(question: (redis: RedisConnection) => Promise<Answer>) {
    await using redis = await openTestRedis(server.url);
    return await question(redis);
  }
  await ask(async (redis) => {
    await redis.multi().set("one", "1").hset("two", "a", "2").exec();
    await redis.eval(
      "redis.call('SET', KEYS[1], 3) redis.call('XADD', KEYS[2], '*', 'a', 4)",
      2,
      "three",
      "four",
    );
  });
  const again = once(pids, "started");
  process.kill(server.pid ?? 0, "SIGTERM");
  await again;
  const kept = await retryUntil(
    () =>
      ask(async (redis) => [
        await redis.get("one"),
        await redis.hget("two", "a"),
        await redis.get("three"),
        await redis.xlen("four"),
      ]),
    { task: "read from the restarted Redis", msMax: 20_000 },
  );
  expect(kept).toEqual(["1", "2", "3", 1]);
  // Nobody can log in as the user that loads the file.
  const socket = connect(server.port, "127.0.0.1", () => {
    socket.write("AUTH default anything\r\nPING\r\n");
  });
  let answer = "";
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes("NOAUTH")) break;
  }
  expect(answer).toMatch(/^-WRONGPASS .*\r\n-NOAUTH /);
});

test("a port in use is reported with its use and the remedy", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const required = { port, protocol: "tcp", use: "REST", remedy: "choose another" } as const;
  const message = `port ${port}/tcp (REST) is in use: choose another`;
  await expect(checkPorts([required], 0)).rejects.toThrow(message);
  server.close();
  await expect(checkPorts([required], 5_000)).resolves.toBeUndefined();
});
