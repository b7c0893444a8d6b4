import { type Message, messageIdTimeMs, serverEvent } from "@jetwire/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectRealtime, type FeedOptions, type Realtime } from "../src/index.ts";
import { someMessage } from "./messages.ts";
import { type StubGateway, type StubSocket, startStubGateway } from "./stub-gateway.ts";

let gateway: StubGateway;
let realtime: Realtime | undefined;
/** The messages of the account's feed. */
let log: Message[];
let handled: string[];
let saved: string | null;

const store = {
  load: async () => saved,
  save: async (id: string) => {
    saved = id;
  },
};

beforeEach(async () => {
  gateway = await startStubGateway();
  log = Array.from({ length: 8 }, () => someMessage());
  handled = [];
  saved = null;
  realtime = undefined;
});
afterEach(async () => {
  await realtime?.close();
  await gateway[Symbol.asyncDispose]();
});

function handle({ id }: Message): void {
  handled.push(id);
}

function follow(feed: Partial<FeedOptions> = {}): Realtime {
  const { url } = gateway;
  realtime = connectRealtime({ url, apiKey: "jw_key", feed: { handle, store, ...feed } });
  return realtime;
}

async function nextSocket(count = 1): Promise<StubSocket> {
  await expect.poll(() => gateway.sockets.length).toBe(count);
  const socket = gateway.sockets[count - 1];
  if (!socket) throw new Error("no socket");
  return socket;
}

function send(socket: StubSocket, ...messages: Message[]): void {
  for (const message of messages) socket.emit(serverEvent.feedMessage, message);
}
function idsOf(messages: readonly Message[]): string[] {
  return messages.map(({ id }) => id);
}

test("the feed continues after the stored position, which follows the handled messages", async () => {
  saved = log[1]?.id ?? null;
  follow();
  const socket = await nextSocket();
  expect(socket.handshake.auth).toEqual({ apiKey: "jw_key", after: log[1]?.id });
  send(socket, ...log.slice(2));
  await expect.poll(() => handled).toEqual(idsOf(log.slice(2)));
  await realtime?.close();
  expect(saved).toBe(log[7]?.id);
});

test("a store that cannot be read is read again, and no connection is made without it", async () => {
  let failures = 0;
  follow({
    store: {
      ...store,
      load() {
        if (failures++ === 0) throw new Error("no such disk");
        return log[0]?.id;
      },
    },
  });
  const socket = await nextSocket();
  expect(socket.handshake.auth["after"]).toBe(log[0]?.id);
  expect(failures).toBe(2);
});

test("a first run that received nothing continues from its beginning after a reconnection", async () => {
  const beforeMs = Date.now();
  follow();
  const first = await nextSocket();
  expect(first.handshake.auth).not.toHaveProperty("after");
  await expect.poll(() => saved).not.toBeNull();
  first.conn.close();
  const { after } = (await nextSocket(2)).handshake.auth;
  expect(after).toBe(saved);
  const aheadMs = beforeMs - messageIdTimeMs(String(after));
  expect(aheadMs).toBeGreaterThan(50_000);
  expect(aheadMs).toBeLessThanOrEqual(60_000);
});

test("a first run begins at `since`", async () => {
  follow({ since: new Date("2026-11-20T00:00:00Z") });
  const { after } = (await nextSocket()).handshake.auth;
  expect(messageIdTimeMs(String(after))).toBe(Date.UTC(2026, 10, 20));
});

test("a repeated message is not handled again, but becomes the position", async () => {
  const events: string[] = [];
  follow().on("feed:message", ({ id }) => events.push(id));
  const first = await nextSocket();
  send(first, ...log.slice(0, 5), ...log.slice(1, 3));
  await expect.poll(() => saved).toBe(log[2]?.id);
  first.conn.close();
  const second = await nextSocket(2);
  expect(second.handshake.auth["after"]).toBe(log[2]?.id);
  send(second, ...log.slice(1));
  await expect.poll(() => handled).toEqual(idsOf(log));
  expect(events).toEqual(idsOf(log));
});

test("a gap is handled in order, and the next message waits for its handler", async () => {
  const seen: unknown[] = [];
  const filled = Promise.withResolvers<void>();
  const gap = { after: "x", oldest: null };
  follow({
    handle: ({ id }) => void seen.push(id),
    onGap: async (reported) => {
      seen.push(reported);
      await filled.promise;
    },
    onResumed: (resumed) => void seen.push(resumed),
  });
  const socket = await nextSocket();
  send(socket, ...log.slice(0, 1));
  socket.emit(serverEvent.feedResumed, { recovered: false, replayed: 1 });
  socket.emit(serverEvent.feedGap, gap);
  send(socket, ...log.slice(1, 2));
  await expect.poll(() => seen.length).toBe(3);
  await expect.poll(() => saved).toBe(log[0]?.id);
  filled.resolve();
  await expect
    .poll(() => seen)
    .toEqual([log[0]?.id, { recovered: false, replayed: 1 }, gap, log[1]?.id]);
});

test("a slow handler makes the remaining messages wait at the server", async () => {
  const takers: (() => void)[] = [];
  follow({
    pendingMax: 4,
    async handle({ id }) {
      await new Promise<void>((resolve) => takers.push(resolve));
      handled.push(id);
    },
  });
  const first = await nextSocket();
  send(first, ...log);
  await expect.poll(() => realtime?.connection).toMatchObject({ cause: "behind", retryMs: null });
  await expect.poll(() => first.connected).toBe(false);
  // The first is in hand, four wait.
  const take = async (count: number): Promise<void> => {
    await expect.poll(() => (takers.shift()?.(), handled.length)).toBe(count);
  };
  await take(3);
  expect(gateway.sockets).toHaveLength(1);
  await take(4);
  const second = await nextSocket(2);
  expect(second.handshake.auth["after"]).toBe(log[4]?.id);
  send(second, ...log.slice(5));
  await take(8);
  expect(handled).toEqual(idsOf(log));
});

test("a message that cannot be handled ends the connection, with the position before it", async () => {
  const failures: unknown[] = [];
  follow({
    handle({ id }) {
      if (id === log[2]?.id) throw new Error("the archive is full");
      handled.push(id);
    },
    onFailure: ({ error, attempts }) => {
      failures.push(error);
      return attempts < 2 ? "retry" : "stop";
    },
  });
  send(await nextSocket(), ...log);
  const ended = await realtime?.ended;
  expect(ended).toEqual({ state: "ended", cause: "handler", reason: "the archive is full" });
  expect(failures).toHaveLength(2);
  expect(handled).toEqual(idsOf(log.slice(0, 2)));
  await realtime?.close();
  expect(saved).toBe(log[1]?.id);
});

test("closing waits for the present message and saves its position", async () => {
  const taken = Promise.withResolvers<void>();
  let isInHand = false;
  follow({
    async handle({ id }) {
      isInHand = true;
      await taken.promise;
      handled.push(id);
    },
  });
  send(await nextSocket(), ...log);
  await expect.poll(() => isInHand).toBe(true);
  const closing = realtime?.close();
  expect(realtime?.connection.state).toBe("ended");
  taken.resolve();
  await closing;
  expect(handled).toEqual(idsOf(log.slice(0, 1)));
  expect(saved).toBe(log[0]?.id);
});

test("without a handler the feed is complete as well", async () => {
  realtime = connectRealtime({ url: gateway.url, apiKey: "jw_key" });
  realtime.on("feed:message", ({ id }) => handled.push(id));
  const first = await nextSocket();
  send(first, ...log.slice(0, 3));
  await expect.poll(() => handled.length).toBe(3);
  first.conn.close();
  const second = await nextSocket(2);
  expect(second.handshake.auth["after"]).toBe(log[2]?.id);
  send(second, ...log.slice(1));
  await expect.poll(() => handled).toEqual(idsOf(log));
});

test("a session asks for the feed of its user, and continues it", async () => {
  const { url } = gateway;
  realtime = connectRealtime({ url, getToken: async () => "a.b.c", feed: { handle } });
  const first = await nextSocket();
  expect(first.handshake.auth).toMatchObject({ token: "a.b.c", feed: true });
  await expect.poll(() => realtime?.connection.state).toBe("connected");
  send(first, ...log.slice(0, 3));
  await expect.poll(() => handled.length).toBe(3);
  first.conn.close();
  const second = await nextSocket(2);
  expect(second.handshake.auth).toMatchObject({ feed: true, after: log[2]?.id });
  send(second, ...log.slice(2));
  await expect.poll(() => handled).toEqual(idsOf(log));
});

test("a session that does not ask for a feed sends neither a wish nor a position", async () => {
  realtime = connectRealtime({ url: gateway.url, token: "a.b.c" });
  const socket = await nextSocket();
  expect(Object.keys(socket.handshake.auth)).toEqual(["token"]);
});

test("a feed without a credential is refused", () => {
  expect(() => connectRealtime({ url: gateway.url, feed: { handle: () => {} } })).toThrow(
    "feed requires apiKey, token or getToken",
  );
});
