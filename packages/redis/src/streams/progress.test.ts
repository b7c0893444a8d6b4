import { expect, test } from "vitest";
import type { RedisClient } from "../connection/redis-client.ts";
import { readProgress } from "./progress.ts";

/** Reads the progress where Redis answers so if it is asked for pending entries after it has named one. */
async function needsFrom(pendingLater: readonly [number, string | null]): Promise<unknown> {
  const group = ["name", "persister", "pending", 1, "lag", 0, "last-delivered-id", "90-1"];
  const answers = { xinfo: async () => [group], xpending: async () => pendingLater };
  const [progress] = await readProgress(answers as unknown as RedisClient, "stream");
  return progress?.needsFrom;
}

test("a group whose entries were acknowledged while it was read needs nothing before the last delivered one", async () => {
  expect(await needsFrom([1, "80-1"])).toBe("80-1");
  expect(await needsFrom([0, null])).toBe("90-1");
});
