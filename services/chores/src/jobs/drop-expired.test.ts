import { expect, test } from "vitest";
import { dropExpiredJob } from "./drop-expired.ts";

test("each table is dropped up to its own age, with what lies beside its days", async () => {
  const asked: string[] = [];
  const job = dropExpiredJob(
    {
      async drop(table, cutoff) {
        asked.push(`${table} ${cutoff.toISOString()}`);
        return table === "messages" ? ["messages_20250101"] : [];
      },
      async deleteStrays(table, cutoff) {
        asked.push(`${table} strays ${cutoff.toISOString()}`);
        return 2;
      },
    },
    { messages: 365, message_raws: 7 },
    () => Date.UTC(2026, 5, 15, 10, 30),
  );
  expect(await job.run()).toEqual({ dropped: ["messages_20250101"], strays: 4 });
  expect(asked).toEqual([
    "message_raws 2026-06-08T10:30:00.000Z",
    "message_raws strays 2026-06-08T10:30:00.000Z",
    "messages 2025-06-15T10:30:00.000Z",
    "messages strays 2025-06-15T10:30:00.000Z",
  ]);
});
