import { once } from "node:events";
import { connect } from "node:net";
import { writeFirehoseTick } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { openRig } from "./rig.ts";

/** A masked text frame of up to 125 bytes, as clients send. */
function clientFrame(text: string): Buffer {
  const mask = Buffer.alloc(4);
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]);
}

test("F-47: a client that never reads skips ticks; one that reads gets all", async () => {
  await using rig = await openRig();
  const [gateway] = rig.gateways;
  const raw = connect(gateway.port, "127.0.0.1");
  await once(raw, "connect");
  raw.write(
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n" +
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  await once(raw, "data");
  raw.write(clientFrame("40"));
  await once(raw, "data");
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
        await rig.tick(writeFirehoseTick(1, [JSON.stringify({ id: ++ticks, text })]));
        await reader.next("message", ticks);
        return gateway.metrics.text();
      },
      { interval: 1, timeout: 10_000 },
    )
    .toMatch(/firehose_ticks_total\{outcome="skipped"\} [1-9]/);
  expect(reader.heard.filter(([event]) => event === "message")).toHaveLength(ticks);
  raw.destroy();
});
