import { expect, test } from "vitest";
import { z } from "zod";
import { readConfig, redisVariables } from "./config.ts";
import { readRedisAddress } from "./redis-address.ts";

test.each([
  "redis://127.0.0.1:6379",
  "rediss://user:pass@redis.example:6380/2",
  "redis://:a,b@redis.example",
])("%s is one server", (text) => {
  expect(readRedisAddress(text)).toEqual({ kind: "server", at: { url: text } });
});

test.each([
  ["/run/redis/redis.sock", {}],
  ["unix://localhost/run/redis/redis.sock", {}],
  [
    "unix://jetwire:p%40ss@localhost/run/redis/redis.sock",
    { username: "jetwire", password: "p@ss" },
  ],
])("%s is a socket on this host", (text, user) => {
  const at = { path: "/run/redis/redis.sock", ...user };
  expect(readRedisAddress(text)).toEqual({ kind: "server", at });
});

test("a Cluster is addressed by some of its nodes", () => {
  expect(readRedisAddress("redis+cluster://one:7000,two, [::1]:7002")).toEqual({
    kind: "cluster",
    nodes: [
      { host: "one", port: 7000 },
      { host: "two", port: 6379 },
      { host: "::1", port: 7002 },
    ],
    username: null,
    password: null,
    tls: false,
  });
  expect(readRedisAddress("rediss+cluster://jetwire:p%40ss:word@one:7000/")).toMatchObject({
    nodes: [{ host: "one", port: 7000 }],
    username: "jetwire",
    password: "p@ss:word",
    tls: true,
  });
});

test.each([
  ["127.0.0.1:6379", "begins with redis://"],
  ["http://127.0.0.1:6379", "begins with redis://"],
  ["redis://one:7000,two:7001", "redis+cluster://"],
  ["redis://secret@one:seven", "expected an address such as redis://host:6379"],
  ["unix://redis.example/run/redis.sock", "the path of a socket such as unix://"],
  ["unix://secret@localhost/", "the path of a socket such as unix://"],
  ["redis+cluster://", "expected nodes such as host:6379"],
  ["redis+cluster://one:7000,", "expected nodes such as host:6379"],
  ["redis+cluster://one:70000", "expected nodes such as host:6379"],
  ["redis+cluster://one:0", "expected nodes such as host:6379"],
  ["redis+cluster://one:7000/1", "no numbered databases"],
  ["redis+cluster://one:7000?family=6", "no numbered databases"],
  ["redis+cluster://%zz:x@one:7000", "percent-encoded"],
  ["unix://%zz:x@localhost/run/redis.sock", "percent-encoded"],
])(
  "REDIS_URL=%s is refused with an error that names the variable and does not repeat the text",
  (text, mistake) => {
    const read = () => readConfig(z.object(redisVariables), { REDIS_URL: text });
    expect(read).toThrow("REDIS_URL");
    expect(read).toThrow(mistake);
    expect(read).not.toThrow("secret");
  },
);
