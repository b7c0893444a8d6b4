import { expect, test } from "vitest";
import { createMessageAge } from "./message-age.ts";
import { createMetrics } from "./metrics.ts";

const now = () => 10_000;

function bucket(le: string, stage: string): string {
  return `jetwire_message_age_seconds_bucket{le="${le}",stage="${stage}"}`;
}

test("the age of messages is counted by stage, from the start and never negative", async () => {
  const metrics = createMetrics({});
  createMessageAge("store", metrics, now);
  // The clock of the host that accepted the last message is ahead.
  createMessageAge("feed", metrics, now).reached([9_997, 9_800, 3_000, 10_700]);
  const text = await metrics.text();
  expect(text).toContain(`${bucket("0.005", "feed")} 2\n`);
  expect(text).toContain(`${bucket("0.25", "feed")} 3\n`);
  expect(text).toContain(`${bucket("10", "feed")} 4\n`);
  expect(text).toContain(`${bucket("+Inf", "store")} 0\n`);
});
