import { writeFirehoseTick } from "@jetwire/protocol";
import { describe, expect, test, vi } from "vitest";
import {
  all,
  fakeConnection,
  firehoseOf,
  idOf,
  only,
  recordRecent,
  textOf,
} from "../../test/fake-firehose.ts";

async function joinWhileShort() {
  const pace = { everyMs: 1, adjust: () => {} };
  const rig = firehoseOf([], pace);
  const { firehose, publish } = rig;
  const [earlier, newcomer, later] = [fakeConnection(0), fakeConnection(0), fakeConnection(0)];
  await firehose.join(earlier.connection, all);
  await firehose.join(newcomer.connection, all);
  for (const n of [1, 2, 3]) publish(writeFirehoseTick(1, [textOf(n)]));
  const { begun, begin } = recordRecent();
  await firehose.join(later.connection, { ...all, begin });
  return { ...rig, pace, earlier, newcomer, later, begun };
}

describe("connections that join while the process is short of CPU", () => {
  test("are written to once a second, and others at once; none misses a message or gets it twice", async () => {
    const { earlier, newcomer, later, begun, publish } = await joinWhileShort();
    expect([earlier, newcomer, later].map(({ written }) => written.length)).toEqual([3, 1, 0]);
    expect(begun).toEqual([[idOf(1)]]);
    await vi.waitFor(() => expect(newcomer.written).toHaveLength(2), { timeout: 3_000 });
    expect([2, 3].map((n) => newcomer.written[1]?.includes(idOf(n)))).toEqual([true, true]);
    expect(later.written).toEqual([newcomer.written[1]]);
    publish(writeFirehoseTick(1, [textOf(4)]));
    expect([earlier, newcomer, later].map(({ written }) => written.length)).toEqual([4, 2, 1]);
  });

  test("are written to at once when it has CPU again, and then no filter more is in use", async () => {
    const { firehose, earlier, newcomer, later, pace, publish, metrics } = await joinWhileShort();
    pace.adjust = () => void (pace.everyMs = 0);
    const running = new AbortController();
    const ended = firehose.run(running.signal);
    await vi.waitFor(() => expect(later.written).toHaveLength(1), { timeout: 3_000 });
    publish(writeFirehoseTick(1, [textOf(4)]));
    expect([earlier, newcomer, later].map(({ written }) => written.length)).toEqual([4, 3, 2]);
    expect(firehose.countsOf(newcomer.connection)).toEqual({ sent: 4, dropped: 0 });
    expect(await metrics.text()).toContain("jetwire_gateway_firehose_filters 1");
    for (const { connection } of [earlier, newcomer, later]) firehose.leave(connection);
    expect(await metrics.text()).toContain("jetwire_gateway_firehose_filters 0");
    running.abort();
    await ended;
  });

  test("take the place of the others when these leave", async () => {
    const { firehose, earlier, newcomer, later, publish } = await joinWhileShort();
    firehose.leave(earlier.connection);
    expect([newcomer, later].map(({ written }) => written.length)).toEqual([2, 1]);
    publish(writeFirehoseTick(1, [textOf(4)]));
    await vi.waitFor(() => expect(later.written).toHaveLength(2));
    expect(later.written[1]).toBe(newcomer.written[2]);
  });

  test("get the messages of another filter from the moment they ask for it", async () => {
    const { firehose, newcomer, later, publish } = await joinWhileShort();
    await firehose.join(newcomer.connection, only("5Z"));
    expect(newcomer.written).toHaveLength(2);
    expect(later.written).toEqual([newcomer.written[1]]);
    publish(writeFirehoseTick(1, [textOf(4, "H1"), textOf(5, "5Z")]));
    expect(newcomer.written).toHaveLength(3);
    expect([4, 5].map((n) => newcomer.written[2]?.includes(idOf(n)))).toEqual([false, true]);
  });
});
