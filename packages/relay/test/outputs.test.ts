import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { until } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { closedPort, freshLines, receiveTcp, receiveUdp, runRelay } from "./running-relay.ts";

async function bytesIn(directory: string): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".lines"));
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(directory, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("every receiver gets the same lines, in order and unchanged but for station keys", async () => {
  await using udp = await receiveUdp();
  await using tcp = await receiveTcp();
  await using relay = await runRelay([
    { name: "udp", to: `udp://127.0.0.1:${udp.port}` },
    { name: "tcp", to: `tcp://127.0.0.1:${tcp.port}` },
  ]);
  const keyed = freshLines(1, "SIM-KEYED~jws_5ZkQ0aXrB8mTqV2n4cHd1e");
  const lines = [
    ...freshLines(50),
    ...keyed,
    ...freshLines(1, "SIM-ÄÖ"),
    '{"a":1.50,  "b":"\\u0041"}',
  ];
  await relay.send(lines);
  const expected = lines.map((line) => line.replace("~jws_5ZkQ0aXrB8mTqV2n4cHd1e", ""));
  await until("all lines over UDP", () => udp.lines.length === lines.length);
  await until("all lines over TCP", () => tcp.lines.length === lines.length);
  expect(udp.lines).toEqual(expected);
  expect(tcp.lines).toEqual(expected);
  expect(await relay.drained("udp")).toMatchObject({
    taken: lines.length,
    dropped: 0,
    refused: {},
  });
});

test("a receiver that is named ports gets their lines only", async () => {
  await using all = await receiveTcp();
  await using some = await receiveTcp();
  await using relay = await runRelay([
    { name: "all", to: `tcp://127.0.0.1:${all.port}` },
    { name: "some", to: `tcp://127.0.0.1:${some.port}`, from: ["udp"] },
  ]);
  await relay.send(freshLines(20));
  await relay.drained("all");
  expect(await relay.drained("some")).toMatchObject({ taken: 0 });
  await until("the lines", () => all.lines.length === 20);
  expect(some.lines).toEqual([]);
});

test("programs that connect get what waited for them, and one that does not read is disconnected", async () => {
  const port = await closedPort();
  await using relay = await runRelay([{ name: "served", to: `listen://127.0.0.1:${port}` }]);
  const lines = freshLines(10);
  await relay.send(lines);
  await expect
    .poll(async () => (await relay.output("served")).problem?.text)
    .toBe("no program is connected");
  let got = "";
  const client = connect(port, "127.0.0.1");
  client.on("data", (bytes) => (got += bytes.toString()));
  await relay.drained("served");
  await until("the lines", () => got.split("\n").length > lines.length);
  expect(got).toBe(lines.map((line) => `${line}\n`).join(""));
  const stuck = connect(port, "127.0.0.1");
  stuck.on("error", () => {});
  const closed = once(stuck, "close");
  await once(stuck, "connect");
  const long = freshLines(150, "SIM-LONG", { padding: "x".repeat(60_000) });
  await relay.send(long);
  await relay.drained("served");
  await relay.send(freshLines(1));
  await relay.drained("served");
  stuck.resume();
  await closed;
  await until("everything", () => got.split("\n").length === lines.length + long.length + 2);
  client.destroy();
});

test("a stuck and a dead receiver do not delay a live one", async () => {
  await using stuck = await receiveTcp(false);
  await using live = await receiveTcp();
  await using relay = await runRelay([
    { name: "dead", to: `tcp://127.0.0.1:${await closedPort()}` },
    { name: "stuck", to: `tcp://127.0.0.1:${stuck.port}` },
    { name: "gone", to: `http://127.0.0.1:${await closedPort()}/v1/ingest` },
    { name: "live", to: `tcp://127.0.0.1:${live.port}` },
  ]);
  const long = freshLines(200, "SIM-LONG", { padding: "x".repeat(60_000) });
  await relay.send(long);
  await until("the live one has all", () => live.lines.length === long.length);
  const before = performance.now();
  const [line = ""] = freshLines(1);
  await relay.send([line]);
  await until("the next line", () => live.lines.at(-1) === line);
  expect(performance.now() - before).toBeLessThan(2_000);
  for (const name of ["dead", "gone"]) {
    const one = await until("a problem", async () => {
      const output = await relay.output(name);
      return output.problem !== null && output;
    });
    expect(one).toMatchObject({ taken: 0, waiting: { lines: 201 } });
    expect(one.problem?.text).toContain("ECONNREFUSED");
  }
  expect((await relay.output("stuck")).waiting.lines).toBeGreaterThan(0);
});

describe("a small buffer", () => {
  const bufferMegabytes = 0.25;

  test("drops the oldest lines, counts them, and keeps the newest", async () => {
    const port = await closedPort();
    await using relay = await runRelay([
      { name: "down", to: `tcp://127.0.0.1:${port}`, bufferMegabytes },
    ]);
    const lines = freshLines(4_000);
    for (let at = 0; at < lines.length; at += 400) await relay.send(lines.slice(at, at + 400));
    const before = await relay.output("down");
    expect(before.dropped).toBeGreaterThan(1_000);
    expect(before.waiting.lines).toBe(lines.length - before.dropped);
    expect(before.waiting.bytes).toBeLessThanOrEqual(bufferMegabytes * 2 ** 20);
    expect(await bytesIn(relay.directory)).toBeLessThan(1.25 * bufferMegabytes * 2 ** 20);
    await using sink = await receiveTcp(true, port);
    const after = await relay.drained("down");
    await until("the rest", () => sink.lines.length === after.taken);
    expect(after.taken + after.dropped).toBe(lines.length);
    expect(sink.lines).toEqual(lines.slice(after.dropped));
  });

  test("of a dead receiver costs a live one nothing, and its files are deleted when both have passed", async () => {
    await using sink = await receiveTcp();
    await using relay = await runRelay([
      { name: "down", to: `tcp://127.0.0.1:${await closedPort()}`, bufferMegabytes },
      { name: "live", to: `tcp://127.0.0.1:${sink.port}` },
    ]);
    const lines = freshLines(4_000);
    for (let at = 0; at < lines.length; at += 400) await relay.send(lines.slice(at, at + 400));
    expect(await relay.drained("live")).toMatchObject({ taken: 4_000, dropped: 0 });
    await until("all lines", () => sink.lines.length === 4_000);
    expect(await bytesIn(relay.directory)).toBeLessThan(1.25 * bufferMegabytes * 2 ** 20);
  });
});

test("an output continues where it was after a restart, and a new one begins with new lines", async () => {
  const port = await closedPort();
  await using relay = await runRelay([{ name: "down", to: `tcp://127.0.0.1:${port}` }]);
  const lines = freshLines(30);
  await relay.send(lines);
  await relay.stop();
  await using sink = await receiveTcp(true, port);
  await using other = await receiveTcp();
  const outputs = [
    { name: "down", to: `tcp://127.0.0.1:${port}` },
    { name: "new", to: `tcp://127.0.0.1:${other.port}` },
  ];
  await relay.begin({ outputs });
  await relay.drained("down");
  const more = freshLines(5);
  await relay.send(more);
  await until("all lines", () => sink.lines.length === 35);
  await until("new lines", () => other.lines.length === 5);
  expect(sink.lines).toEqual([...lines, ...more]);
  expect(other.lines).toEqual(more);
});

test("a second relay on the same directory is refused with its name", async () => {
  await using relay = await runRelay([
    { name: "down", to: `tcp://127.0.0.1:${await closedPort()}` },
  ]);
  const second = runRelay([{ name: "down", to: "tcp://127.0.0.1:1" }], {
    directory: relay.directory,
  });
  await expect(second).rejects.toThrow(`${relay.directory}, is used by another relay`);
});
