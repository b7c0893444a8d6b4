import { type Message, messageIdFloor, MessageIds, messageIdTimeMs } from "@jetwire/protocol";
import { createMetrics } from "@jetwire/runtime";
import { testMessage, testWhole } from "@jetwire/testbed";
import { expect, test } from "vitest";
import type { FeedHistory } from "./feed-history.ts";
import { createFeedMetrics } from "./feed-metrics.ts";
import { replayFromPostgres } from "./feed-replay.ts";

const overlapMs = 30_000;
const cursor = { position: "7-9", tag: "t" };

/** A history of messages a second apart, the newest a minute ago. */
function historyOf(count: number) {
  let idMs = Date.now() - (count + 60) * 1_000;
  const ids = new MessageIds(() => (idMs += 1_000));
  const messages = Array.from({ length: count }, () => testMessage({ id: ids.next(0) }));
  const metrics = createFeedMetrics(createMetrics({}), "feed");
  const state = {
    storedAfter: 0,
    storedChecks: 0,
    retentionStartMs: null as number | null,
    failures: 0,
    pages: 0,
    notedMs: 0,
    isKnown: true,
    wantsWholes: false,
    late: [] as Message[],
  };
  async function answered<T>(answer: () => T): Promise<T> {
    if (state.failures-- > 0) throw new Error("unavailable");
    return answer();
  }
  const history: FeedHistory = {
    readCutover: async () => ({ cursor, appended: [] }),
    async isStoredUpTo() {
      state.storedChecks++;
      return state.storedAfter-- <= 0;
    },
    retentionStartMs: () => answered(() => state.retentionStartMs),
    missedSinceMs: (after) =>
      answered(() => (state.isKnown ? messageIdTimeMs(after) - overlapMs : null)),
    countLate: async () => state.late.length,
    listLate: async (_late, after, rows) =>
      state.late.filter(({ id }) => id > after).slice(0, rows),
    count: (after, max) =>
      answered(() => Math.min(max, messages.filter(({ id }) => id > after).length)),
    newest: () =>
      answered(() => messages.slice(-1).map(({ id }) => ({ stationId: 1, messageId: id }))),
    recordRead: async (untilMs) => void (state.notedMs = untilMs),
    list: (after, [bound], rows) =>
      answered(() => {
        state.pages++;
        const newest = bound?.messageId ?? "";
        return messages.filter(({ id }) => id > after && id <= newest).slice(0, rows);
      }),
    wholes: async (messageIds) => {
      const completing = messages.filter(({ id }) => messageIds.includes(id));
      return new Map(completing.slice(0, 1).map((one) => [one.id, testWhole(one).whole]));
    },
    oldest: (max) => answered(() => messages.at(-max)?.id ?? messages[0]?.id ?? null),
  };
  const sent: Message[] = [];
  const wholes: string[] = [];
  async function send(
    page: readonly Message[],
    completed: ReadonlyMap<string, unknown>,
  ): Promise<boolean> {
    sent.push(...page);
    wholes.push(...completed.keys());
    return true;
  }
  const replay = (afterId: string | null, other: Partial<FeedHistory> = {}, timeoutMs?: number) =>
    replayFromPostgres(
      { afterId, wantsWholes: state.wantsWholes, send },
      { ...history, ...other },
      metrics,
      timeoutMs,
    );
  /** The reasons of the gaps so far, each as often as it was counted. */
  async function gapReasons(): Promise<string[]> {
    const { values } = await metrics.gaps.get();
    return values.flatMap(({ labels, value }) => Array<string>(value).fill(String(labels.reason)));
  }
  return { messages, history, state, sent, wholes, replay, gapReasons, metrics };
}

test("R-30: everything after a message, from a minute before it on, in pages", async () => {
  const { messages, state, sent, replay, gapReasons } = historyOf(1_000);
  const afterId = messages[499]?.id ?? "";
  state.failures = 3;
  state.storedAfter = 5;
  expect(await replay(afterId)).toEqual({ cutover: cursor, gap: null });
  const from = messages.slice(440).filter(({ id }) => id !== afterId);
  expect(sent.filter(({ id }) => id > (messages[440]?.id ?? ""))).toEqual(from.slice(1));
  expect(sent.length - from.length).toBeLessThan(2);
  expect(state.pages).toBe(6);
  expect(state.notedMs).toBe(messageIdTimeMs(messages.at(-1)?.id ?? ""));
  expect(await gapReasons()).toEqual([]);
});

test("messages that were stored late come first, because their ids are lower", async () => {
  const { messages, state, sent, replay } = historyOf(10);
  const ids = new MessageIds(() => Date.now() - 3_600_000);
  state.late = Array.from({ length: 250 }, () => testMessage({ id: ids.next(1) }));
  expect((await replay(messages[0]?.id ?? "")).gap).toBeNull();
  expect(sent).toEqual([...state.late, ...messages.slice(1)]);
});

test("each page has the wholes that its messages completed, for a client that asked for them", async () => {
  const { messages, state, wholes, replay } = historyOf(10);
  await replay(messages[0]?.id ?? "");
  expect(wholes).toEqual([]);
  state.wantsWholes = true;
  await replay(messages[0]?.id ?? "");
  expect(wholes).toEqual([messages[1]?.id]);
});

test("what was delivered before the last message is not known: a gap", async () => {
  const { messages, state, replay, gapReasons } = historyOf(3);
  state.isKnown = false;
  expect((await replay(messages[1]?.id ?? "")).gap).not.toBeNull();
  expect(await gapReasons()).toEqual(["unknown"]);
});

test("a reader that is closed ends it", async () => {
  const { messages, history, state, metrics } = historyOf(1_000);
  const afterId = messages[0]?.id ?? "";
  await replayFromPostgres(
    { afterId, wantsWholes: false, send: async () => false },
    history,
    metrics,
  );
  expect(state.pages).toBe(1);
});

test("R-30: what cannot be resumed is a gap, with the oldest message that can", async () => {
  const { messages, state, sent, replay, gapReasons } = historyOf(10);
  const oldest = messages[0]?.id;
  const gap = { cutover: cursor, gap: { oldest } };
  expect(await replay(null)).toEqual(gap);
  const future = messageIdFloor(Date.now() + 61_000);
  expect(await replay(future)).toEqual(gap);
  state.retentionStartMs = messageIdTimeMs(messages[5]?.id ?? "");
  expect(await replay(messages[4]?.id ?? "")).toEqual(gap);
  expect(await gapReasons()).toEqual(["no-message-id", "no-message-id", "dropped"]);
  expect(sent).toEqual([]);
});

test("R-30: a gap is reported once everything up to the cutover is stored", async () => {
  const { messages, state, replay, history } = historyOf(10);
  const storedWhenRead: boolean[] = [];
  async function oldest(max: number): Promise<string | null> {
    storedWhenRead.push(state.storedAfter < 0);
    return await history.oldest(max);
  }
  state.retentionStartMs = messageIdTimeMs(messages[5]?.id ?? "");
  for (const afterId of [null, messages[4]?.id ?? ""]) {
    state.storedAfter = 3;
    const { gap } = await replay(afterId, { oldest });
    expect(gap).toEqual({ oldest: messages[0]?.id });
  }
  expect(storedWhenRead).toEqual([true, true]);
  expect(state.storedChecks).toBe(2 * 4);
});

test("R-30: more than 50,000 messages are a gap; exactly so many are not", async () => {
  const { messages, replay, gapReasons } = historyOf(1);
  const afterId = messageIdFloor(messageIdTimeMs(messages[0]?.id ?? "") - 1);
  expect((await replay(afterId, { count: async () => 50_000 })).gap).toBeNull();
  expect((await replay(afterId, { count: async () => 50_001 })).gap).not.toBeNull();
  expect(await gapReasons()).toEqual(["too-many"]);
});

test("Postgres, or a persister, that does not get there in time is a gap", async () => {
  const timeoutMs = 300;
  for (const broken of [{ failures: 1_000 }, { storedAfter: 1_000 }]) {
    const { messages, state, replay, gapReasons } = historyOf(3);
    Object.assign(state, broken);
    const startMs = performance.now();
    const result = await replay(messages[0]?.id ?? "", {}, timeoutMs);
    expect(result).toEqual({ cutover: cursor, gap: { oldest: null } });
    expect(await gapReasons()).toEqual(["unavailable"]);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(timeoutMs);
  }
});
