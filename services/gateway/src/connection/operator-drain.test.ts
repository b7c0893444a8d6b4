import { expect, test } from "vitest";
import { drain } from "./drain.ts";
import type { EngineConnection } from "./engine-connection.ts";
import { createOperatorDrain } from "./operator-drain.ts";

/** Connections of which only the closing matters. */
function connectionsOf(count: number, onClose: () => void): EngineConnection[] {
  return Array.from({ length: count }, () => ({ close: onClose }) as unknown as EngineConnection);
}

test("a drain that is undone closes no further connection, and admits new ones", async () => {
  let closed = 0;
  const asked: boolean[] = [];
  const connections = connectionsOf(100, () => {
    closed++;
    if (closed === 10) follow(false);
  });
  const pace = { perSecond: 100, secondsMax: 1 };
  const admission = { drain: (isDrained: boolean) => void asked.push(isDrained) };
  const follow = createOperatorDrain(admission, () => connections, pace);
  follow(true);
  // One that begins later and takes as long ends later.
  await drain(
    connectionsOf(100, () => {}),
    pace,
  );
  expect(closed).toBe(10);
  expect(asked).toEqual([true, false]);
});
