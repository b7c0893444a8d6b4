import { expect, test } from "vitest";
import { connectionWords } from "./connection-words.ts";

test("each state of the connection is said in words", () => {
  const reason = "transport close";
  const lost = { state: "waiting", cause: "lost", reason, retryMs: 500 } as const;
  const ended = { state: "ended", cause: "closed", reason: "closed" } as const;
  expect(connectionWords({ state: "connecting" }, null).short).toBe("Connecting…");
  expect(connectionWords({ state: "connected" }, null).short).toBe("Live");
  expect(connectionWords(lost, null).short).toBe("Disconnected, trying again…");
  expect(connectionWords(ended, null).short).toBe("Disconnected");
});

test("what the service refused is passed on", () => {
  expect(connectionWords({ state: "connected" }, "Rate limit exceeded").short).toBe(
    "Rate limit exceeded",
  );
  expect(
    connectionWords(
      { state: "ended", cause: "refused", reason: "Not authenticated" },
      "Not authenticated",
    ).long,
  ).toContain("It says: Not authenticated.");
});
