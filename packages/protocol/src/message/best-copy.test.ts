import { expect, test } from "vitest";
import feedMessage from "../../fixtures/events/feed-message.json" with { type: "json" };
import { contentScore, saysMore, withBestContent } from "./best-copy.ts";
import { Message } from "./message.ts";

const bare = Message.parse({
  ...feedMessage.payload,
  decoded: null,
  latitude: null,
  longitude: null,
  positionSource: null,
  altitude: null,
  onGround: null,
  times: null,
});
const decoded: Message["decoded"] = {
  by: "text",
  decoder: "label",
  level: "partial",
  application: null,
  description: "Position",
  items: [],
};
const copy = (n: number, over: Partial<Message>): Message => ({
  ...bare,
  id: `0196f3a0-1234-7000-9000-00000000000${n}`,
  stationId: n,
  ...over,
});

test("a part comes from the copy that has most of it, and of equal ones from the earliest", () => {
  const full = { ...decoded, level: "full" as const };
  const copies = [
    copy(3, { decoded: full }),
    copy(2, { decoded: full, text: "another" }),
    copy(1, { decoded }),
  ];
  const completed = withBestContent(bare, copies);
  expect(completed).toMatchObject({ id: bare.id, text: bare.text, decoded: full });
  expect(completed.contentFrom).toEqual([
    { messageId: copy(2, {}).id, stationId: 2, members: ["decoded"] },
  ]);
});

test("latitude, longitude and their source come from one copy", () => {
  const completed = withBestContent(bare, [
    copy(1, { latitude: 1, longitude: 2, positionSource: "text" }),
    copy(2, { latitude: 3, longitude: 4, positionSource: "structured", onGround: false }),
  ]);
  expect(completed).toMatchObject({ latitude: 1, longitude: 2, positionSource: "text" });
  expect(completed.onGround).toBe(false);
  expect(completed.contentFrom).toHaveLength(2);
});

test("a message takes nothing from copies that say no more, and is returned as it is", () => {
  const own = { ...bare, decoded, latitude: 1, longitude: 2 };
  const other = copy(1, { decoded: { ...decoded }, latitude: 9, longitude: 9 });
  expect(withBestContent(own, [other, own])).toBe(own);
  expect(saysMore(contentScore(other), contentScore(own))).toBe(false);
  expect(saysMore(contentScore(own), contentScore(bare))).toBe(true);
});
