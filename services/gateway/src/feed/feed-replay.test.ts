import { createMessageIds, type Message, messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { replayRecord, type ReplaySteps } from "./feed-replay.ts";

const startMs = 1_800_000_000_000;
const place = { position: "7-9", tag: "t" };

/** A record of messages a second apart, and a clock that moves only by waiting. */
function recordOf(count: number) {
  let idMs = startMs;
  const ids = createMessageIds(() => (idMs += 1_000));
  const messages = Array.from({ length: count }, () => testMessage({ id: ids.next(0) }));
  const state = {
    nowMs: idMs,
    storedAfter: 0,
    keptFromMs: null as number | null,
    failures: 0,
    impossible: [] as string[],
    pages: 0,
    notedMs: 0,
  };
  async function answered<T>(answer: () => T): Promise<T> {
    if (state.failures-- > 0) throw new Error("away");
    return answer();
  }
  const steps: ReplaySteps = {
    takeJoint: async () => ({ place, mark: [] }),
    isStoredUpTo: async () => state.storedAfter-- <= 0,
    keptFromMs: () => answered(() => state.keptFromMs),
    count: (after, max) =>
      answered(() => Math.min(max, messages.filter(({ id }) => id > after).length)),
    newest: () =>
      answered(() => messages.slice(-1).map(({ id }) => ({ stationId: 1, messageId: id }))),
    noteRead: async (untilMs) => void (state.notedMs = untilMs),
    list: (after, [bound], rows) =>
      answered(() => {
        state.pages++;
        const newest = bound?.messageId ?? "";
        return messages.filter(({ id }) => id > after && id <= newest).slice(0, rows);
      }),
    oldest: (max) => answered(() => messages.at(-max)?.id ?? messages[0]?.id ?? null),
    now: () => state.nowMs,
    pause: async (ms) => void (state.nowMs += ms),
    impossible: (reason) => state.impossible.push(reason),
  };
  const sent: Message[] = [];
  async function send(page: readonly Message[]): Promise<boolean> {
    sent.push(...page);
    return true;
  }
  return { messages, state, steps, sent, send };
}

test("R-30: everything after a message, from a minute before it on, in pages", async () => {
  const { messages, steps, state, sent, send } = recordOf(1_000);
  const afterId = messages[499]?.id ?? "";
  state.failures = 3;
  state.storedAfter = 5;
  expect(await replayRecord({ afterId, send }, steps)).toEqual({ place, gap: null });
  const from = messages.slice(440).filter(({ id }) => id !== afterId);
  expect(sent.filter(({ id }) => id > (messages[440]?.id ?? ""))).toEqual(from.slice(1));
  expect(sent.length - from.length).toBeLessThan(2);
  expect(state.pages).toBe(6);
  expect(state.notedMs).toBe(messageIdTimeMs(messages.at(-1)?.id ?? ""));
  expect(state.impossible).toEqual([]);
});

test("a reader that is gone ends it", async () => {
  const { messages, steps, state } = recordOf(1_000);
  const afterId = messages[0]?.id ?? "";
  await replayRecord({ afterId, send: async () => false }, steps);
  expect(state.pages).toBe(1);
});

test("R-30: what can't be resumed is a gap, with the oldest that can", async () => {
  const { messages, steps, state, sent, send } = recordOf(10);
  const oldest = messages[0]?.id;
  const gap = { place, gap: { oldest } };
  expect(await replayRecord({ afterId: null, send }, steps)).toEqual(gap);
  const future = messageIdFloor(state.nowMs + 60_001);
  expect(await replayRecord({ afterId: future, send }, steps)).toEqual(gap);
  state.keptFromMs = messageIdTimeMs(messages[5]?.id ?? "");
  expect(await replayRecord({ afterId: messages[4]?.id ?? "", send }, steps)).toEqual(gap);
  expect(state.impossible).toEqual(["no-message-id", "no-message-id", "dropped"]);
  expect(sent).toEqual([]);
});

test("R-30: a gap is told once everything up to where the reader goes on is stored", async () => {
  const { messages, state, steps, send } = recordOf(10);
  const storedWhenRead: boolean[] = [];
  const watched: ReplaySteps = {
    ...steps,
    oldest: (max) => {
      storedWhenRead.push(state.storedAfter < 0);
      return steps.oldest(max);
    },
  };
  state.keptFromMs = messageIdTimeMs(messages[5]?.id ?? "");
  const beganMs = state.nowMs;
  for (const afterId of [null, messages[4]?.id ?? ""]) {
    state.storedAfter = 3;
    const { gap } = await replayRecord({ afterId, send }, watched);
    expect(gap).toEqual({ oldest: messages[0]?.id });
  }
  expect(storedWhenRead).toEqual([true, true]);
  expect(state.nowMs - beganMs).toBe(2 * 3 * 50);
});

test("R-30: more than 50,000 messages are a gap; exactly so many are not", async () => {
  const { messages, steps, state, send } = recordOf(1);
  const afterId = messageIdFloor(messageIdTimeMs(messages[0]?.id ?? "") - 1);
  const counted = (count: number) => ({ ...steps, count: async () => count });
  expect((await replayRecord({ afterId, send }, counted(50_000))).gap).toBeNull();
  expect((await replayRecord({ afterId, send }, counted(50_001))).gap).not.toBeNull();
  expect(state.impossible).toEqual(["too-many"]);
});

test("a record, or a persister, that doesn't get there in twenty seconds is a gap", async () => {
  for (const broken of [{ failures: 1_000 }, { storedAfter: 1_000 }]) {
    const { messages, steps, state, send } = recordOf(3);
    Object.assign(state, broken);
    const beganMs = state.nowMs;
    const replayed = await replayRecord({ afterId: messages[0]?.id ?? "", send }, steps);
    expect(replayed).toEqual({ place, gap: { oldest: null } });
    expect(state.impossible).toEqual(["unavailable"]);
    expect(state.nowMs - beganMs).toBeLessThan(22_000);
  }
});
