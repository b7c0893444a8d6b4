import { type ServiceName, serviceNames } from "@jetwire/protocol";
import { openTestRedis, randomNamespace } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { keyPatterns } from "../src/acl/key-patterns.ts";
import { serviceRules } from "../src/acl/service-rules.ts";
import {
  aclFile,
  aclRules,
  aclUrl,
  type AclUser,
  aclUserName,
  aclUsers,
  createKeys,
  type RedisConnection,
} from "../src/index.ts";

const namespace = randomNamespace();
const keys = createKeys(namespace);
const password = "a password of this test";
const stack = new AsyncDisposableStack();
const connections = new Map<AclUser, RedisConnection>();
let owner: RedisConnection;

beforeAll(async () => {
  owner = stack.use(await openTestRedis(inject("redisUrl")));
  for (const user of aclUsers) {
    const name = aclUserName(namespace, user);
    await owner.call("ACL", "SETUSER", name, ...aclRules(namespace, user, password));
    const url = aclUrl(inject("redisUrl"), name, password);
    connections.set(user, stack.use(await openTestRedis(url)));
  }
});
afterAll(async () => {
  await owner.call("ACL", "DELUSER", ...aclUsers.map((user) => aclUserName(namespace, user)));
  await stack.disposeAsync();
});

async function run(user: AclUser, ...command: readonly string[]): Promise<unknown> {
  const [name = "", ...args] = command;
  const redis = connections.get(user);
  if (redis === undefined) throw new Error(`${user} has no connection`);
  return await redis.call(name, ...args);
}

const refused = /NOPERM|can't run this command|can't access at least one/;
const stream = keys.stream(0);
const feedLog = keys.feedLog("an-account");

describe("a service cannot do what it has no need for", () => {
  const entry = ["*", "v", "1"];
  const appendInScript = `return redis.call('XADD', '${stream}', '*', 'v', '1')`;
  test.each<[ServiceName, string, ...string[]]>([
    ["rest", "XADD", stream, ...entry],
    ["rest", "EVAL", appendInScript, "0"],
    ["rest", "XADD", feedLog, ...entry],
    ["rest", "XRANGE", feedLog, "-", "+"],
    ["rest", "HSET", keys.stationOwners, "1", "{}"],
    ["rest", "SPUBLISH", `${keys.adapterPrefix}#/#`, "forged"],
    ["rest", "SPUBLISH", keys.firehoseChannel, "forged"],
    ["fanout", "XADD", stream, ...entry],
    ["fanout", "EVAL", appendInScript, "0"],
    ["fanout", "XTRIM", stream, "MAXLEN", "0"],
    ["fanout", "DEL", stream],
    ["fanout", "SPUBLISH", keys.notices, "{}"],
    ["fanout", "SET", keys.lease("persister", 0), "forged"],
    ["sampler", "XRANGE", feedLog, "-", "+"],
    ["sampler", "XADD", stream, ...entry],
    ["sampler", "SPUBLISH", `${keys.adapterPrefix}#/#`, "forged"],
    ["sampler", "SPUBLISH", keys.notices, "{}"],
    ["persister", "XADD", stream, ...entry],
    ["persister", "XRANGE", feedLog, "-", "+"],
    ["persister", "SPUBLISH", `${keys.adapterPrefix}#/#`, "forged"],
    ["gateway", "XADD", stream, ...entry],
    ["gateway", "XADD", feedLog, ...entry],
    ["gateway", "XREADGROUP", "GROUP", "fanout", "reader", "STREAMS", stream, ">"],
    ["gateway", "SPUBLISH", keys.notices, "{}"],
    ["ingest", "DEL", stream],
    ["ingest", "XTRIM", stream, "MAXLEN", "0"],
    ["ingest", "XRANGE", feedLog, "-", "+"],
    ["ingest", "SPUBLISH", `${keys.adapterPrefix}#/#`, "forged"],
    ["chores", "XRANGE", feedLog, "-", "+"],
    ["chores", "XADD", stream, ...entry],
    ["chores", "SSUBSCRIBE", keys.userChannel("a-user")],
  ])("%s: %s %s", async (service, ...command) => {
    await expect(run(service, ...command)).rejects.toThrow(refused);
  });

  const administration = [
    ["FLUSHALL"],
    ["FLUSHDB"],
    ["CONFIG", "GET", "*"],
    ["KEYS", "*"],
    ["SCAN", "0"],
    ["RANDOMKEY"],
    ["MONITOR"],
    ["SHUTDOWN", "NOSAVE"],
    ["REPLICAOF", "NO", "ONE"],
    ["ACL", "LIST"],
    ["CLIENT", "LIST"],
    ["CLIENT", "KILL", "TYPE", "normal"],
    ["SCRIPT", "FLUSH"],
    ["FUNCTION", "LIST"],
    ["MODULE", "LIST"],
    ["SUBSCRIBE", "anything"],
    ["PSUBSCRIBE", "*"],
    ["PUBLISH", "anything", "forged"],
    ["GET", "a-key-of-another-namespace"],
  ];
  test.each(serviceNames)(
    "%s: no command of administration, nor another namespace",
    async (user) => {
      for (const command of administration) {
        await expect(run(user, ...command)).rejects.toThrow(refused);
      }
    },
  );
});

test("the operator may do everything", async () => {
  expect(await run("operator", "CONFIG", "GET", "maxmemory-policy")).toBeDefined();
  expect(await run("operator", "EXISTS", stream)).toBe(0);
});

test("every family of keys is used by a service, and no service's rule reaches all keys", () => {
  const patterns = keyPatterns(namespace);
  const rules = Object.values(serviceRules).flatMap((of) => of(patterns));
  const used = new Set(
    rules.flatMap(({ keys: written = [], reads = [], channels = [] }) => [
      ...written,
      ...reads,
      ...channels,
    ]),
  );
  // Leases and members are granted by consumer group.
  const { group: _, lease: _lease, leaseToken: _token, members: _members, ...families } = patterns;
  const unused = Object.values(families)
    .flat()
    .filter((pattern) => !used.has(pattern));
  expect(unused).toEqual([]);
  expect([...used].filter((pattern) => !pattern.startsWith(`${namespace}:`))).toEqual([]);
});

test("the file of users turns the default user off and has no password in clear", () => {
  const passwords = Object.fromEntries(aclUsers.map((user) => [user, `password of ${user}`]));
  const file = aclFile(namespace, passwords as Record<AclUser, string>);
  const lines = file.trimEnd().split("\n");
  expect(lines[0]).toBe("user default off resetpass allkeys allchannels +@all");
  expect(lines.slice(1).map((line) => line.split(" ")[1])).toEqual(
    aclUsers.map((user) => aclUserName(namespace, user)),
  );
  expect(file).not.toContain("password of");
});

test.each([
  ["redis://127.0.0.1:6379", "redis://jw-rest:p%40ss@127.0.0.1:6379"],
  ["rediss://old:one@host:1/2", "rediss://jw-rest:p%40ss@host:1/2"],
  ["redis+cluster://a:1,b:2", "redis+cluster://jw-rest:p%40ss@a:1,b:2"],
])("the address %s for a user is %s", (url, expected) => {
  expect(aclUrl(url, "jw-rest", "p@ss")).toBe(expected);
});
