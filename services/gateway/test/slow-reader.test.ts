import { once } from "node:events";
import { clientFrame } from "@jetwire/testbed";
import { writeFirehoseTick } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { openSession } from "./raw-socket.ts";
import { openRig } from "./rig.ts";

test("F-47: a client that never reads skips ticks; one that reads gets every message", async () => {
  await using rig = await openRig();
  const [gateway] = rig.gateways;
  const raw = await openSession(gateway.port);
  raw.write(clientFrame('42["messages:sniff"]'));
  await once(raw, "data");
  raw.pause();

  const reader = rig.connect(gateway);
  reader.socket.emit("messages:sniff");
  await reader.next("messages:sniff:started");
  const text = "x".repeat(500_000);
  let ticks = 0;
  await expect
    .poll(
      async () => {
        const id = String(++ticks);
        await rig.tick(writeFirehoseTick(1, [{ id, text: JSON.stringify({ id, text }) }]));
        await reader.next("message", ticks);
        return gateway.metrics.text();
      },
      { interval: 1, timeout: 10_000 },
    )
    .toMatch(/firehose_ticks_total\{status="skipped"\} [1-9]/);
  expect(reader.events.filter(([event]) => event === "message")).toHaveLength(ticks);
  raw.destroy();
});
