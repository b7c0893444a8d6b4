import type { EnrichedMessage } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createLiveRows } from "./live-rows.ts";

// The list reads these members only.
const message = (id: string, groupId = id) =>
  ({ id, groupId, text: id, data: null, label: "H1", decoded: null }) as EnrichedMessage;

const decoded: EnrichedMessage["decoded"] = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "cpdlc",
  description: "Climb to FL390",
  items: [],
};

const ids = (rows: ReturnType<typeof createLiveRows>) =>
  rows.view().rows.map((row) => row.message.id);

test("new transmissions wait until they are shown, and stand on top then", () => {
  const rows = createLiveRows();
  rows.add(message("1"));
  rows.add(message("2"));
  expect(rows.view()).toMatchObject({ rows: [], waiting: 2 });
  rows.show();
  rows.add(message("3"));
  rows.show();
  expect(ids(rows)).toEqual(["3", "2", "1"]);
});

test("a further reception of a transmission raises the count of its row", () => {
  const rows = createLiveRows();
  rows.add(message("1"));
  rows.show();
  expect(rows.add(message("2", "1"))).toBe(false);
  rows.counted("1", 5);
  rows.counted("1", 3);
  rows.counted("unknown", 9);
  expect(rows.view().rows.map(({ receptions }) => receptions)).toEqual([5]);
});

test("a row gets in its place what a later reception says more", () => {
  const rows = createLiveRows();
  for (const id of ["1", "2", "3"]) rows.add(message(id));
  rows.show();
  rows.counted("2", 4);
  rows.improve({ ...message("9", "2"), decoded, text: "of another station" });
  rows.add(message("4"));
  rows.improve({ ...message("8", "4"), decoded });
  expect(rows.view().rows.map((row) => [row.message.id, row.words.kind, row.receptions])).toEqual([
    ["3", "label", 1],
    ["2", "decoded", 4],
    ["1", "label", 1],
  ]);
  expect(rows.view().rows[1]?.raw).toBe("2");
  rows.show();
  expect(rows.view().rows[0]?.words.title).toBe("Climb to FL390");
});

test("a reception that says more of a transmission that is not listed becomes a row", () => {
  const rows = createLiveRows();
  rows.improve({ ...message("9", "8"), decoded });
  rows.show();
  expect(ids(rows)).toEqual(["9"]);
});

test("2,000 rows are kept, and what is dropped while they wait is counted", () => {
  const rows = createLiveRows();
  for (let number = 0; number < 2_500; number++) rows.add(message(String(number)));
  expect(rows.view()).toMatchObject({ waiting: 2_000, notKept: 500 });
  rows.show();
  expect(ids(rows)).toHaveLength(2_000);
  expect(ids(rows).at(-1)).toBe("500");
});

test("a row is fresh if few came with it", () => {
  const rows = createLiveRows();
  rows.add(message("1"));
  rows.show();
  rows.add(message("2"));
  rows.show();
  expect([...rows.view().fresh]).toEqual(["2"]);
  for (let number = 3; number < 20; number++) rows.add(message(String(number)));
  rows.show();
  expect(rows.view().fresh.size).toBe(0);
});

test("a transmission that a filter removed while it waited is one of its own when it comes again", () => {
  const rows = createLiveRows();
  rows.add(message("1"));
  rows.keep(() => false);
  expect(rows.add(message("2", "1"))).toBe(true);
});
