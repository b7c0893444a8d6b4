import { clientEvent, serverEvent } from "@jetwire/protocol";
import {
  startDeployment,
  type Deployment,
  acarsdecLine,
  jetwire,
  postLines,
} from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compareReceipts, connectRealtime, type Realtime } from "../src/index.ts";
import { someMessage } from "./messages.ts";
import { type StubGateway, startStubGateway } from "./stub-gateway.ts";

describe("a watch", () => {
  let gateway: StubGateway;
  let realtime: Realtime;
  beforeEach(async () => {
    gateway = await startStubGateway();
    realtime = connectRealtime({ url: gateway.url, apiKey: "jw_key" });
  });
  afterEach(async () => {
    await realtime.close();
    await gateway[Symbol.asyncDispose]();
  });

  const filter = { tail: "SE-ABC" };
  const position = "019aa5c2-8f00-7000-8000-000000000000";

  test("is asked for again after its last message, and a repeated message comes once", async () => {
    gateway.isMute = true;
    const handled: string[] = [];
    const watch = realtime.watch(filter, { handle: ({ id }) => void handled.push(id) });
    await expect.poll(() => gateway.sockets.length).toBe(1);
    const [first] = gateway.sockets;
    first?.emit(serverEvent.feedAuthenticated, { userId: "u", username: "alice", stations: [] });
    await expect.poll(() => gateway.asked).toEqual([[clientEvent.watchStart, { filter }]]);
    first?.emit(serverEvent.watchStarted, { watchId: "w", filter, position, share: null });
    const message = someMessage();
    first?.emit(serverEvent.watchMessage, { watchId: "w", message });
    first?.emit(serverEvent.watchMessage, { watchId: "other", message: someMessage() });
    await expect.poll(() => handled).toEqual([message.id]);
    expect(watch.position).toBe(message.id);
    first?.conn.close();
    await expect.poll(() => gateway.sockets.length).toBe(2);
    const second = gateway.sockets[1];
    second?.emit(serverEvent.feedAuthenticated, { userId: "u", username: "alice", stations: [] });
    await expect
      .poll(() => gateway.asked.at(-1))
      .toEqual([clientEvent.watchStart, { filter, after: message.id }]);
    second?.emit(serverEvent.watchStarted, { watchId: "w", filter, position, share: null });
    second?.emit(serverEvent.watchMessage, { watchId: "w", message });
    const later = someMessage();
    second?.emit(serverEvent.watchMessage, { watchId: "w", message: later });
    await expect.poll(() => handled).toEqual([message.id, later.id]);
  });
});

describe("against the service", () => {
  let jw: Deployment;
  beforeAll(async () => {
    jw = await startDeployment({ gateways: 1 });
  });
  afterAll(() => jw[Symbol.asyncDispose]());

  test("E-02: brings what the filter selects, and rejects with the reason of a refusal", async () => {
    await jetwire(jw, "accounts", "add", "watcher");
    const issued = await jetwire(jw, "keys", "issue", "--account", "watcher");
    const realtime = connectRealtime({
      url: jw.gatewayUrls[0] ?? "",
      apiKey: (issued as { key: string }).key,
    });
    const handled: (string | null)[] = [];
    await realtime.watch({ tail: "N5WA" }, { handle: ({ text }) => void handled.push(text) })
      .started;
    await postLines(jw, [acarsdecLine("WA-TCH", "HELLO WATCH", { tail: "N5WA" })]);
    await expect.poll(() => handled).toEqual(["HELLO WATCH"]);
    await expect(
      realtime.watch({ sourceType: ["vdl"] }, { handle: () => {} }).started,
    ).rejects.toThrow("must have at least one of tail");
    await realtime.close();
  });
});

test("E-03: a copy is compared with receipts by minute, with late and redacted messages", async () => {
  const fromMs = Number.parseInt("019c13000000", 16);
  const minuteMs = 60_000;
  const startMs = Math.ceil(fromMs / minuteMs) * minuteMs;
  const empty = { station: { id: 7, ident: "AB" }, receipts: [] };
  const range = {
    since: new Date(startMs - minuteMs).toISOString(),
    until: new Date(startMs + minuteMs).toISOString(),
  };
  expect(await compareReceipts({ ...empty, ...range }, [])).toEqual([]);
  expect(await compareReceipts({ ...empty, ...range }, [idOf(1), idOf(1)])).toEqual([
    { minute: expect.any(String) as string, expected: 0, found: 1, missing: [] },
  ]);
  const receipt = {
    minute: new Date(Math.floor(fromMs / minuteMs) * minuteMs).toISOString(),
    count: 2,
    // printf '%s\n' ID ID | sha256sum
    digest: await digestOf([idOf(1), idOf(2)]),
    redacted: [idOf(2)],
    late: [idOf(3)],
    ids: [idOf(1), idOf(2)],
  };
  const receipts = { ...empty, ...range, receipts: [receipt] };
  expect(await compareReceipts(receipts, [idOf(3), idOf(1)])).toEqual([]);
  expect(await compareReceipts(receipts, [idOf(3)])).toEqual([
    { minute: receipt.minute, expected: 2, found: 1, missing: [idOf(1)] },
  ]);
});

function idOf(n: number): string {
  return `019c1300-${String(n).padStart(4, "0")}-7000-8000-000000000000`;
}

async function digestOf(ids: readonly string[]): Promise<string> {
  const { createHash } = await import("node:crypto");
  return createHash("sha256")
    .update(ids.map((one) => `${one}\n`).join(""))
    .digest("hex");
}
