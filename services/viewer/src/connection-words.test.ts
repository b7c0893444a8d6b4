import { expect, test } from "vitest";
import { connectionWords } from "./connection-words.ts";

test("each state of the connection is said in words", () => {
  const lost = { state: "waiting", reason: "transport close" } as const;
  const ended = { state: "ended", reason: "io server disconnect" } as const;
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
    connectionWords({ state: "ended", reason: "io server disconnect" }, "Not authenticated").long,
  ).toContain("It says: Not authenticated.");
});
