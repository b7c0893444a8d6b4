import type { Realtime, RealtimeOptions } from "@jetwire/client/realtime";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { someMessage } from "../../../test/messages.ts";
import { openRealtime, receiveOwnFeed, reconnectNow } from "./realtime.ts";

const client = vi.hoisted(() => ({ connections: [] as RealtimeOptions[] }));
vi.mock("@jetwire/client/realtime", () => ({
  connectRealtime(options: RealtimeOptions) {
    client.connections.push(options);
    return {
      onConnection: () => () => undefined,
      close: async () => undefined,
    } as unknown as Realtime;
  },
}));

beforeAll(() => {
  vi.stubGlobal("location", { href: "http://localhost:8080/desk" });
  vi.stubGlobal("document", { querySelector: () => null });
});
beforeEach(() => void (client.connections = []));

const getToken = async () => "token";

test("a connection that the reader asks for continues after the last message of the feed", async () => {
  receiveOwnFeed({ handle: () => undefined, onGap: () => undefined, onResumed: () => undefined });
  openRealtime({ getToken });
  const { id } = someMessage();
  await client.connections.at(-1)?.feed?.store?.save(id);
  reconnectNow();
  expect(client.connections).toHaveLength(2);
  expect(await client.connections.at(-1)?.feed?.store?.load()).toBe(id);
});

test("another user begins at no position, and gets no message of the user before", async () => {
  const handled: string[] = [];
  receiveOwnFeed({
    handle: ({ id }) => void handled.push(id),
    onGap: () => undefined,
    onResumed: () => undefined,
  });
  openRealtime({ getToken });
  const former = client.connections.at(-1);
  await former?.feed?.store?.save(someMessage().id);
  openRealtime({ getToken });
  const present = client.connections.at(-1);
  expect(await present?.feed?.store?.load()).toBeNull();
  await former?.feed?.handle(someMessage());
  const message = someMessage();
  await present?.feed?.handle(message);
  expect(handled).toEqual([message.id]);
});
