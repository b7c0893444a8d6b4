import { expect, test } from "vitest";
import { connectionText } from "./connection-text.ts";

test("each state of the connection has a text", () => {
  const reason = "transport close";
  const lost = { state: "waiting", cause: "lost", reason, retryMs: 500 } as const;
  const ended = { state: "ended", cause: "closed", reason: "closed" } as const;
  expect(connectionText({ state: "connecting" }, null).short).toBe("Connecting…");
  expect(connectionText({ state: "connected" }, null).short).toBe("Live");
  expect(connectionText(lost, null).short).toBe("Disconnected. Reconnecting…");
  expect(connectionText(ended, null).short).toBe("Disconnected");
});

test("a refusal of the service is shown", () => {
  expect(connectionText({ state: "connected" }, "Rate limit exceeded").short).toBe(
    "Rate limit exceeded",
  );
  expect(
    connectionText(
      { state: "ended", cause: "refused", reason: "Not authenticated" },
      "Not authenticated",
    ).long,
  ).toContain("Reason: Not authenticated.");
});
