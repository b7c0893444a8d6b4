import { expect, test } from "vitest";
import { merged } from "./merged.ts";

const message = (id: string) => ({
  id,
  senderId: "a",
  recipientId: "b",
  body: id,
  createdAt: "2026-11-21T12:00:00.000Z",
});

test("messages that are stored and pushed stand in the conversation once, oldest first", () => {
  const shown = merged([message("1"), message("3")], [message("4"), message("3"), message("2")]);
  expect(shown.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
});
