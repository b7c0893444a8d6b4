import { pause } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "./random.ts";
import { connectTcp, freshLine, freshLines, runIngest, type RunningIngest, written } from "./running-ingest.ts"; // prettier-ignore

let ingest: RunningIngest;
let offered = 0;
beforeAll(async () => {
  ingest = await runIngest();
});
afterAll(() => ingest[Symbol.asyncDispose]());

function port(): number {
  return ingest.service.tcpPorts[0] ?? 0;
}

async function storedTexts(): Promise<Set<string>> {
  const rows = await ingest.database.database.sql<{ body: string }[]>`select body from messages`;
  return new Set(rows.map(({ body }) => body));
}

function textOf(line: string): string {
  return (JSON.parse(line) as { text: string }).text;
}

/** Sends bytes over a connection of their own, ended in good order, in the given cuts. */
async function send(bytes: Buffer, cut: () => number): Promise<Buffer[]> {
  const { socket, received, closed } = await connectTcp(port());
  for (let at = 0; at < bytes.length;) {
    const next = Math.min(bytes.length, at + cut());
    await written(socket, bytes.subarray(at, next));
    at = next;
  }
  socket.end();
  await closed;
  return received;
}

test("lines sliced into 1 to 3 bytes, lines in one chunk, and a last one without newline are all stored (F-03)", async () => {
  const seed = 5;
  const random = createRandom(seed);
  const sliced = freshLines(6);
  const concatenated = freshLines(40);
  const answers = [
    await send(Buffer.from(`${sliced.join("\n")}\n`), () => 1 + random.below(3)),
    await send(Buffer.from(concatenated.join("\r\n")), () => 1 << 20),
  ];
  offered += 46;
  const account = await ingest.accounted(offered);
  expect(account, `seed ${seed}`).toMatchObject({ persisted: 46, rejected: 0 });
  const texts = await storedTexts();
  expect([...sliced, ...concatenated].filter((line) => !texts.has(textOf(line)))).toEqual([]);
  // Nothing is ever said to a sender.
  expect(answers.flat()).toEqual([]);
});

test("a line of 64 KiB is accepted, one byte more is refused, its neighbours are kept", async () => {
  const room = 65_536 - freshLine({ text: "" }).length;
  const longest = freshLine({ text: "L".repeat(room) });
  const tooLong = freshLine({ text: "M".repeat(room + 1) });
  expect(longest).toHaveLength(65_536);
  await send(Buffer.from([freshLine(), longest, freshLine()].join("\n")), () => 40_000);
  await send(Buffer.from(`${tooLong}\n`), () => 40_000);
  offered += 4;
  const account = await ingest.accounted(offered);
  expect(await storedTexts()).toContain("L".repeat(room));
  expect(account).toMatchObject({ persisted: 49, rejected: 1 });
});

test("1 MB without a newline closes the connection and counts once", async () => {
  const before = await ingest.accounted(offered);
  const { socket, closed } = await connectTcp(port());
  socket.write(Buffer.alloc(1 << 20, "x"));
  await closed;
  offered += 1;
  const account = await ingest.accounted(offered);
  expect(account.rejected).toBe(before.rejected + 1);
  expect(account.counts[0]?.rejected["too-long"]).toBeGreaterThan(0);
});

test("a connection reset in mid-line keeps the lines before it and counts the torn one", async () => {
  const before = await ingest.accounted(offered);
  const { socket } = await connectTcp(port());
  await written(socket, `${freshLines(3).join("\n")}\n{"timestamp": 1735689600.25, "stat`);
  await until("three stored", async () => {
    const [row] = await ingest.database.database.sql<{ n: number }[]>`select count(*)::integer n from messages`; // prettier-ignore
    return row?.n === before.persisted + 3;
  });
  socket.resetAndDestroy();
  offered += 4;
  const account = await ingest.accounted(offered);
  expect(account.persisted).toBe(before.persisted + 3);
  expect(account.counts[0]?.rejected["truncated"]).toBe(1);
});

test("HTTP and TLS on the port for JSON are counted separately", async () => {
  const before = await ingest.accounted(offered);
  await send(Buffer.from("GET / HTTP/1.1\r\n"), () => 1_000);
  await send(Buffer.from("16030100a5010000a1030352362c10", "hex"), () => 1_000);
  offered += 2;
  const { counts, rejected } = await ingest.accounted(offered);
  expect(rejected).toBe(before.rejected + 2);
  expect(counts[0]?.rejected).toMatchObject({ "http-bytes": 1, "tls-bytes": 1 });
});

test("garbage among valid lines is rejected alone", async () => {
  const before = await ingest.accounted(offered);
  const seed = 99;
  const random = createRandom(seed);
  const good = freshLines(30);
  const noise = () => `!${Array.from({ length: 20 }, () => String.fromCharCode(0x21 + random.below(0x40))).join("")}`; // prettier-ignore
  await send(Buffer.from(good.map((line) => `${noise()}\n${line}\n`).join("")), () => 1_000);
  offered += 60;
  const account = await ingest.accounted(offered);
  expect(account.persisted - before.persisted, `seed ${seed}`).toBe(30);
});

test("a sender that closes its side when ingest stops loses nothing that it has written", async () => {
  await using own = await runIngest();
  const { socket } = await connectTcp(own.service.tcpPorts[0] ?? 0);
  const ended = new AbortController();
  socket.once("end", () => ended.abort());
  let sent = 0;
  const sending = (async () => {
    while (!ended.signal.aborted && socket.writable) {
      await written(socket, `${freshLines(20).join("\n")}\n`);
      sent += 20;
      await pause(1);
    }
  })();
  await until("a hundred lines", () => sent >= 100);
  await Promise.all([own.stop(), sending]);
  await expect(own.stored(sent)).resolves.toBeUndefined();
});

test("connections above the limit of an address are closed, and a closed one makes room", async () => {
  await using own = await runIngest(
    { INGEST_CONNECTIONS_PER_ADDRESS_MAX: "3" },
    { persister: false },
  );
  const tcpPort = own.service.tcpPorts[0] ?? 0;
  const open = await Promise.all([1, 2, 3].map(() => connectTcp(tcpPort)));
  const refused = await connectTcp(tcpPort);
  await refused.closed;
  expect(open.every(({ socket }) => !socket.destroyed)).toBe(true);
  open[0]?.socket.end();
  await open[0]?.closed;
  // The server may notice the end of a connection after its peer does.
  const next = await until("room for another connection", async () => {
    const candidate = await connectTcp(tcpPort);
    const refusal = candidate.closed.then(() => true);
    return (await Promise.race([refusal, pause(200)])) === true ? null : candidate;
  });
  await written(next.socket, `${freshLine()}\n`);
  expect(next.socket.destroyed).toBe(false);
  await own.stop();
  await Promise.all([...open.slice(1), next].map(({ closed }) => closed));
});
