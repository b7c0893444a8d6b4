import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someMessage } from "../../test/messages.ts";
import {
  createHandlerQueue,
  type FeedFailure,
  type FeedFailureAction,
  type FeedItem,
  type HandlerQueue,
} from "./handler-queue.ts";

let log: string[];
let action: FeedFailureAction;
let failures: FeedFailure[];
let handle: (item: FeedItem) => void | Promise<void>;
let queue: HandlerQueue;

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  failures = [];
  action = "retry";
  handle = (item) => void log.push(nameOf(item));
  queue = createHandlerQueue({
    pendingMax: 4,
    handle: (item) => handle(item),
    onFailure: (failure) => {
      failures.push(failure);
      return action;
    },
    onPosition: (id) => log.push(`at ${id}`),
    onFull: () => log.push("full"),
    onDrained: () => log.push("drained"),
    onStopped: () => log.push("stopped"),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function nameOf(item: FeedItem): string {
  return item.kind === "message" ? item.message.id : item.kind;
}
function add(...ids: string[]): void {
  for (const id of ids) queue.add({ kind: "message", message: someMessage({ id }) });
}
/** Lets the test finish the handling of each item. */
function finishByHand(): { finish(): Promise<void> } {
  const finishers: (() => void)[] = [];
  handle = async (item) => {
    log.push(nameOf(item));
    await new Promise<void>((resolve) => finishers.push(resolve));
  };
  return {
    async finish() {
      finishers.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("items are handled one after the other, and the position follows", async () => {
  const hand = finishByHand();
  add("a", "b");
  queue.add({ kind: "gap", gap: { after: "b", oldest: null } });
  add("c");
  await hand.finish();
  expect(log).toEqual(["a", "at a", "b"]);
  for (let i = 0; i < 3; i++) await hand.finish();
  expect(log.slice(2)).toEqual(["b", "at b", "gap", "c", "at c"]);
});

test("a repeated message becomes the position once all before it are handled, not sooner", async () => {
  const hand = finishByHand();
  add("a", "b");
  queue.advance("r1");
  queue.advance("r2");
  await hand.finish();
  await hand.finish();
  expect(log).toEqual(["a", "at a", "b", "at r2"]);
  queue.advance("r3");
  expect(log.at(-1)).toBe("at r3");
});

test("too many pending items make the queue full, until three quarters are handled", async () => {
  const hand = finishByHand();
  add("a", "b", "c", "d");
  expect(log).not.toContain("full");
  add("e", "f");
  expect(log.filter((line) => line === "full")).toHaveLength(1);
  for (let i = 0; i < 4; i++) await hand.finish();
  expect(log).not.toContain("drained");
  await hand.finish();
  expect(log.slice(-3)).toEqual(["at e", "drained", "f"]);
});

test("a failed item is retried after growing pauses, and nothing overtakes it", async () => {
  let isBroken = true;
  handle = (item) => {
    if (isBroken) throw new Error("no disk");
    log.push(nameOf(item));
  };
  add("a", "b");
  await vi.advanceTimersByTimeAsync(500);
  await vi.advanceTimersByTimeAsync(999);
  expect(failures.map(({ attempts }) => attempts)).toEqual([1, 2]);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(["a", "at a", "b", "at b"]);
});

test("a failed item may be skipped", async () => {
  handle = (item) => {
    if (nameOf(item) === "a") throw new Error("never");
    log.push(nameOf(item));
  };
  action = "skip";
  add("a", "b");
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(["at a", "b", "at b"]);
});

test("a failed item may stop the queue, with the position before it", async () => {
  handle = () => Promise.reject(new Error("never"));
  action = "stop";
  add("a", "b");
  await vi.advanceTimersByTimeAsync(60_000);
  add("c");
  expect(log).toEqual(["stopped"]);
});

test("a stop waits for the present item, and handles no more", async () => {
  const hand = finishByHand();
  add("a", "b");
  let isStopped = false;
  const stopped = queue.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isStopped).toBe(false);
  await hand.finish();
  await stopped;
  expect(log).toEqual(["a", "at a"]);
});

test("a stop does not wait for the next attempt", async () => {
  handle = () => Promise.reject(new Error("no disk"));
  add("a");
  await vi.advanceTimersByTimeAsync(0);
  await queue.stop();
  expect(failures).toHaveLength(1);
  expect(log).toEqual([]);
});
