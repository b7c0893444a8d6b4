import { createSocket } from "node:dgram";
import { once } from "node:events";
import process from "node:process";
import { setImmediate as nextCycle } from "node:timers/promises";
import { describeUnless } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { emptyCounts } from "../ledger.ts";
import { createKernelDropCounter, dropsInTable } from "./kernel-drops.ts";

const table = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  341: 0100007F:15AE 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 10001 2 0000000000000000 442
  342: 00000000:15B3 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 10002 2 0000000000000000 7
  343: 00000000000000000000000000000000:15AE 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 10003 2 0000000000000000 1
`;
const inodes = new Set(["10001", "10002", "10003"]);
const missing = process.platform === "linux" ? null : "no Linux, whose kernel counts drops";

test("drops are added up for our ports alone, by either family (F-01)", () => {
  expect(dropsInTable(table, { ports: new Set([5550]), inodes })).toBe(443);
  expect(dropsInTable(table, { ports: new Set([5550, 5555]), inodes })).toBe(450);
  expect(dropsInTable(table, { ports: new Set([9999]), inodes })).toBe(0);
  expect(dropsInTable("", { ports: new Set([5550]), inodes })).toBe(0);
});

test("drops of another process on a shared port are not ours", () => {
  const ports = new Set([5550]);
  expect(dropsInTable(table, { ports, inodes: new Set(["10003"]) })).toBe(1);
});

describeUnless(missing, "the kernel", () => {
  test("the kernel's drops of our socket are counted, also after the counts were corrected", async () => {
    const socket = createSocket({ type: "udp4", recvBufferSize: 2_048 });
    const sender = createSocket("udp4");
    try {
      await once(socket.bind(0, "127.0.0.1"), "listening");
      const { port } = socket.address();
      const counts = { ...emptyCounts(), kernelDrops: 3 };
      const counter = createKernelDropCounter(counts, [port]);
      await counter.update();
      expect(counts.kernelDrops).toBe(3);
      // Sent in one cycle of the event loop, in which nothing is read.
      for (let count = 0; count < 200; count++) sender.send(Buffer.alloc(1_000), port, "127.0.0.1");
      await nextCycle();
      await counter.update();
      const first = counts.kernelDrops;
      expect(first).toBeGreaterThan(3);
      // The journal had lost its end, and the counts in Postgres say more.
      counts.kernelDrops += 1_000;
      await counter.update();
      expect(counts.kernelDrops).toBe(first + 1_000);
      for (let count = 0; count < 200; count++) sender.send(Buffer.alloc(1_000), port, "127.0.0.1");
      await nextCycle();
      await counter.update();
      expect(counts.kernelDrops).toBeGreaterThan(first + 1_000);
    } finally {
      socket.close();
      sender.close();
    }
  });
});

test("the system's own tables are read, or there are none", async () => {
  const counts = { ...emptyCounts(), kernelDrops: 3 };
  await createKernelDropCounter(counts, [1]).update();
  expect(counts.kernelDrops).toBe(3);
});
