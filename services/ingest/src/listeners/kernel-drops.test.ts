import { expect, test } from "vitest";
import { emptyCounts } from "../ledger.ts";
import { createKernelDropCounter, dropsInTable } from "./kernel-drops.ts";

const table = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  341: 0100007F:15AE 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 10001 2 0000000000000000 442
  342: 00000000:15B3 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 10002 2 0000000000000000 7
  343: 00000000000000000000000000000000:15AE 00000000000000000000000000000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 10003 2 0000000000000000 1
`;

test("drops are added up for our ports alone, by either family (F-01)", () => {
  expect(dropsInTable(table, new Set([5550]))).toBe(443);
  expect(dropsInTable(table, new Set([5550, 5555]))).toBe(450);
  expect(dropsInTable(table, new Set([9999]))).toBe(0);
  expect(dropsInTable("", new Set([5550]))).toBe(0);
});

test("the system's own tables are read, or there are none", async () => {
  const counts = { ...emptyCounts(), kernelDrops: 3 };
  await createKernelDropCounter(counts, [1]).update();
  expect(counts.kernelDrops).toBe(3);
});
