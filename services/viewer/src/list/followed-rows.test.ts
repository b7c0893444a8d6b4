import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someMessage } from "../../test/messages.ts";
import { createFollowedRows } from "./followed-rows.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the view changes at most four times a second", () => {
  const rows = createFollowedRows();
  let changes = 0;
  rows.view.subscribe(() => (changes += 1));
  for (let ms = 0; ms < 1_000; ms += 10) {
    rows.add(someMessage());
    vi.advanceTimersByTime(10);
  }
  expect(changes).toBeLessThanOrEqual(4);
  vi.advanceTimersByTime(250);
  expect(rows.view.get().rows).toHaveLength(100);
});

test("rows wait while somebody reads, and are shown when asked for", () => {
  const rows = createFollowedRows();
  const stop = rows.readBy(() => true);
  rows.add(someMessage());
  vi.runAllTimers();
  expect(rows.view.get()).toMatchObject({ rows: [], waiting: 1 });
  rows.showWaiting();
  expect(rows.view.get()).toMatchObject({ waiting: 0, rows: [{ receptions: 1 }] });
  stop();
  rows.add(someMessage());
  vi.runAllTimers();
  expect(rows.view.get()).toMatchObject({ waiting: 0, rows: [{}, {}] });
});

test("the rows and those that wait have a bound each", () => {
  const rows = createFollowedRows();
  const reading = { is: false };
  rows.readBy(() => reading.is);
  for (let sent = 0; sent < 2_500; sent += 1) rows.add(someMessage());
  vi.runAllTimers();
  reading.is = true;
  for (let sent = 0; sent < 2_500; sent += 1) rows.add(someMessage());
  vi.runAllTimers();
  const { rows: shown, waiting, notKept } = rows.view.get();
  expect([shown.length, waiting, notKept]).toEqual([2_000, 2_000, 500]);
});
