import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someMessage } from "../../test/messages.ts";
import {
  createHandling,
  type FeedFailure,
  type FeedFailureAnswer,
  type FeedItem,
  type Handling,
} from "./handler-queue.ts";

let log: string[];
let answer: FeedFailureAnswer;
let failures: FeedFailure[];
let handle: (item: FeedItem) => void | Promise<void>;
let handling: Handling;

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  failures = [];
  answer = "again";
  handle = (item) => void log.push(nameOf(item));
  handling = createHandling(4, {
    handle: (item) => handle(item),
    failed: (failure) => {
      failures.push(failure);
      return answer;
    },
    reached: (id) => log.push(`at ${id}`),
    full: () => log.push("full"),
    emptied: () => log.push("emptied"),
    stopped: () => log.push("stopped"),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function nameOf(item: FeedItem): string {
  return item.kind === "message" ? item.message.id : item.kind;
}
function add(...ids: string[]): void {
  for (const id of ids) handling.add({ kind: "message", message: someMessage({ id }) });
}
/** Each is taken when it is told so. */
function takeByHand(): { take(): Promise<void> } {
  const takers: (() => void)[] = [];
  handle = async (item) => {
    log.push(nameOf(item));
    await new Promise<void>((resolve) => takers.push(resolve));
  };
  return {
    async take() {
      takers.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("one after the other, and the place follows what was taken", async () => {
  const hand = takeByHand();
  add("a", "b");
  handling.add({ kind: "gap", gap: { after: "b", oldest: null } });
  add("c");
  await hand.take();
  expect(log).toEqual(["a", "at a", "b"]);
  for (let i = 0; i < 3; i++) await hand.take();
  expect(log.slice(2)).toEqual(["b", "at b", "gap", "c", "at c"]);
});

test("a repeated message is the place once all before it is taken, not sooner", async () => {
  const hand = takeByHand();
  add("a", "b");
  handling.passed("r1");
  handling.passed("r2");
  await hand.take();
  await hand.take();
  expect(log).toEqual(["a", "at a", "b", "at r2"]);
  handling.passed("r3");
  expect(log.at(-1)).toBe("at r3");
});

test("with too much waiting it is full, until three quarters are taken", async () => {
  const hand = takeByHand();
  add("a", "b", "c", "d");
  expect(log).not.toContain("full");
  add("e", "f");
  expect(log.filter((line) => line === "full")).toHaveLength(1);
  for (let i = 0; i < 4; i++) await hand.take();
  expect(log).not.toContain("emptied");
  await hand.take();
  expect(log.slice(-3)).toEqual(["at e", "emptied", "f"]);
});

test("what fails is tried again after a pause that grows, and nothing overtakes it", async () => {
  let isBroken = true;
  handle = (item) => {
    if (isBroken) throw new Error("no disk");
    log.push(nameOf(item));
  };
  add("a", "b");
  await vi.advanceTimersByTimeAsync(500);
  await vi.advanceTimersByTimeAsync(999);
  expect(failures.map(({ tries }) => tries)).toEqual([1, 2]);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(["a", "at a", "b", "at b"]);
});

test("what fails may be left out", async () => {
  handle = (item) => {
    if (nameOf(item) === "a") throw new Error("never");
    log.push(nameOf(item));
  };
  answer = "skip";
  add("a", "b");
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(["at a", "b", "at b"]);
});

test("or end it all, before its place is reached", async () => {
  handle = () => Promise.reject(new Error("never"));
  answer = "stop";
  add("a", "b");
  await vi.advanceTimersByTimeAsync(60_000);
  add("c");
  expect(log).toEqual(["stopped"]);
});

test("a stop waits for what is in hand, and takes no more", async () => {
  const hand = takeByHand();
  add("a", "b");
  let isStopped = false;
  const stopped = handling.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isStopped).toBe(false);
  await hand.take();
  await stopped;
  expect(log).toEqual(["a", "at a"]);
});

test("a stop doesn't wait for the next try", async () => {
  handle = () => Promise.reject(new Error("no disk"));
  add("a");
  await vi.advanceTimersByTimeAsync(0);
  await handling.stop();
  expect(failures).toHaveLength(1);
  expect(log).toEqual([]);
});
