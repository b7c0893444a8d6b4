import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someMessage } from "../../../test/messages.ts";
import type { OwnFeedHandlers } from "../../data/live/realtime.ts";
import { session, type UserSession } from "../../data/session/session.ts";
import { caughtUp, followOwnFeed, missedTime, ownRows } from "./own-feed.ts";

const connected = vi.hoisted(() => ({ feed: undefined as OwnFeedHandlers | undefined }));
vi.mock("../../data/live/realtime.ts", () => ({
  receiveOwnFeed: (feed: OwnFeedHandlers) => void (connected.feed = feed),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the rows of a former user are removed, also those that were about to be shown", () => {
  session.set(sessionOf("ada"));
  followOwnFeed([]);
  connected.feed?.handle(someMessage());
  vi.runAllTimers();
  expect(ownRows.view.get().rows).toHaveLength(1);

  connected.feed?.handle(someMessage());
  connected.feed?.onResumed({ recovered: true, replayed: 37 });
  connected.feed?.onGap({ after: null, oldest: null });
  session.set(sessionOf("bob"));
  vi.runAllTimers();
  expect(ownRows.view.get()).toMatchObject({ rows: [], waiting: 0 });
  expect([caughtUp.get(), missedTime.get()]).toEqual([null, null]);
});

test("the rows stay while the same user goes on", () => {
  session.set(sessionOf("bob"));
  connected.feed?.handle(someMessage());
  session.set({ ...sessionOf("bob"), signedInAt: "2026-11-22T12:30:00.000Z" });
  vi.runAllTimers();
  expect(ownRows.view.get().rows).toHaveLength(1);
});

function sessionOf(username: string): UserSession {
  const methods = { passkeys: true, email: false, oidc: [], signUp: "open", url: null } as const;
  const user = { id: `id-of-${username}`, username, role: "user" } as const;
  return {
    user,
    isOperator: false,
    signedInAt: "2026-11-22T12:00:00.000Z",
    methods: { ...methods, oidc: [] },
  };
}
