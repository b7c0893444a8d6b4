import { expect, test } from "vitest";
import { cpuSecondsOf, residentBytes, totalCpuSeconds } from "./process-use.ts";

test("the CPU of a process grows with what it does, at its own measure", () => {
  const before = cpuSecondsOf(process.pid);
  const { user, system } = process.cpuUsage();
  let n = 0;
  while (process.cpuUsage().user - user < 200_000) n += Math.sqrt(n + 1);
  const own = process.cpuUsage({ user, system });
  const used = cpuSecondsOf(process.pid) - before;
  const expected = (own.user + own.system) / 1e6;
  expect(used).toBeGreaterThan(expected * 0.8 - 0.03);
  expect(used).toBeLessThan(expected * 1.5 + 0.03);
});

test("memory is that of the process", () => {
  expect(residentBytes(process.pid)).toBeGreaterThan(10 * 2 ** 20);
});

test("a process that has ended has used nothing", () => {
  expect(totalCpuSeconds([2 ** 30])).toBe(0);
  expect(residentBytes(2 ** 30)).toBe(0);
});
