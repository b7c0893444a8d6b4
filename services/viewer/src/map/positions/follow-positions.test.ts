import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { someMessage } from "../../../test/messages.ts";
import type { SniffListener } from "../../data/live/sniff.ts";
import { aircraftView, followPositions } from "./follow-positions.ts";

const firehose = vi.hoisted(() => ({ listener: undefined as SniffListener | undefined }));
vi.mock("../../data/live/sniff.ts", () => ({
  sniff(listener: SniffListener) {
    firehose.listener = listener;
    return { change: () => undefined, stop: () => undefined };
  },
}));
vi.mock("../../data/background.ts", () => ({ watchBackground: () => () => undefined }));

const windowMs = 5_400_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => void vi.useRealTimers());

test("a live position is shown if its message matches the filter", () => {
  const following = followPositions({ filter: { sourceType: ["vdl"] }, isLive: true, windowMs });
  const [wanted, other] = [arrive({ sourceType: "vdl" }), arrive({ sourceType: "acars" })];
  expect(shown()).toContain(wanted);
  expect(shown()).not.toContain(other);
  following.stop();
});

test("a changed filter holds at once, before the server has applied it", () => {
  const following = followPositions({ filter: undefined, isLive: true, windowMs });
  following.change({ filter: { sourceType: ["hfdl"] }, isLive: true, windowMs });
  const [wanted, other] = [arrive({ sourceType: "hfdl" }), arrive({ sourceType: "vdl" })];
  expect(shown()).toContain(wanted);
  expect(shown()).not.toContain(other);
  following.stop();
});

test("with a filter that the firehose does not have, no live position is shown", () => {
  const following = followPositions({ filter: undefined, isLive: false, windowMs });
  expect(firehoseShows(arrive({}))).toBe(false);
  following.change({ filter: undefined, isLive: true, windowMs });
  expect(firehoseShows(arrive({}))).toBe(true);
  following.stop();
});

let sent = 0;

/** Lets a message of another airframe arrive; returns the id of that. */
function arrive(over: Parameters<typeof someMessage>[0]): string {
  const airframeId = `airframe-${sent++}`;
  firehose.listener?.onMessage(someMessage({ airframeId, latitude: 47, longitude: 8, ...over }));
  return airframeId;
}

function shown(): string[] {
  vi.advanceTimersByTime(1_000);
  return aircraftView.get().map(({ airframeId }) => airframeId);
}

function firehoseShows(airframeId: string): boolean {
  return shown().includes(airframeId);
}
