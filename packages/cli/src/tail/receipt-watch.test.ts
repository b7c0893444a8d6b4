import { createHash } from "node:crypto";
import type { RestClient } from "@jetwire/client";
import { MessageIds, type Receipts } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { createReceiptWatch } from "./receipt-watch.ts";

const minuteMs = 60_000;
const startMs = Date.parse("2026-01-31T12:00:00Z");

/** REST with receipts of these ids. */
function restWith(ids: readonly string[]) {
  const asked: string[] = [];
  const digest = createHash("sha256")
    .update(ids.map((id) => `${id}\n`).join(""))
    .digest("hex");
  const rest = {
    listReceipts: async (query: { since: string; until: string }): Promise<Receipts> => {
      asked.push(`${query.since} ${query.until}`);
      const minute = new Date(startMs + minuteMs).toISOString();
      const receipt = { minute, count: ids.length, digest, redacted: [], late: [], ids: [...ids] };
      const station = { id: 7, ident: "AB-KSFO1" };
      return { station, since: query.since, until: query.until, receipts: [receipt] };
    },
  } as unknown as RestClient;
  return { rest, asked };
}

test("E-03: a minute is compared once it is sealed, and a hole is named", async () => {
  const ids = new MessageIds(() => startMs + minuteMs + 5_000);
  const messages = [1, 2, 3].map(() => testMessage({ id: ids.next(0), stationId: 7 }));
  const { rest, asked } = restWith(messages.map(({ id }) => id));
  const notes: string[] = [];
  let nowMs = startMs + 30_000;
  const watch = createReceiptWatch(
    rest,
    (text) => notes.push(text),
    () => nowMs,
  );
  watch.begin([{ id: 7, ident: "AB-KSFO1", sourceType: "acars" }]);
  for (const message of messages.slice(0, 2)) watch.push(message);
  nowMs = startMs + 3 * minuteMs;
  await watch.check();
  expect(asked).toEqual([]);
  nowMs = startMs + 3 * minuteMs + 31_000;
  await watch.check();
  expect(asked).toEqual(["2026-01-31T12:01:00.000Z 2026-01-31T12:02:00.000Z"]);
  expect(notes).toEqual([
    `AB-KSFO1 2026-01-31T12:01:00.000Z: 2 of 3 messages; missing ${messages[2]?.id}`,
  ]);
  expect([watch.minutes, watch.holes]).toEqual([1, 1]);
});

test("E-03: a complete minute is no hole", async () => {
  const ids = new MessageIds(() => startMs + minuteMs + 5_000);
  const messages = [1, 2].map(() => testMessage({ id: ids.next(0), stationId: 7 }));
  const { rest } = restWith(messages.map(({ id }) => id));
  let nowMs = startMs + 30_000;
  const watch = createReceiptWatch(
    rest,
    () => {},
    () => nowMs,
  );
  watch.begin([{ id: 7, ident: "AB-KSFO1", sourceType: "acars" }]);
  for (const message of messages.toReversed()) watch.push(message);
  nowMs = startMs + 3 * minuteMs + 31_000;
  await watch.check();
  expect([watch.minutes, watch.holes]).toEqual([1, 0]);
});
