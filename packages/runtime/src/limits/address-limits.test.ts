import { expect, test } from "vitest";
import { createAddressSemaphore } from "./address-limits.ts";

test("addresses of one /64 network share their limit, other networks have their own", () => {
  const limits = createAddressSemaphore({ total: 10, perAddress: 2 });
  expect(limits.tryAcquire("2001:db8::1")).not.toBe(null);
  const second = limits.tryAcquire("2001:db8::2");
  expect(limits.tryAcquire("2001:db8::3")).toBe(null);
  expect(limits.isFull).toBe(false);
  expect(limits.tryAcquire("2001:db8:0:1::3")).not.toBe(null);
  second?.[Symbol.dispose]();
  expect(limits.tryAcquire("2001:db8::4")).not.toBe(null);
  expect(limits.refused).toBe(1);
});

test("the total is limited too, and a refusal takes nothing from its address", () => {
  const limits = createAddressSemaphore({ total: 2, perAddress: 2 });
  const first = limits.tryAcquire("192.0.2.1");
  limits.tryAcquireForProxy();
  expect(limits.tryAcquire("192.0.2.2")).toBe(null);
  expect(limits.isFull).toBe(true);
  first?.[Symbol.dispose]();
  expect(limits.tryAcquire("192.0.2.2")).not.toBe(null);
  expect(limits.tryAcquireForProxy()).toBe(null);
  expect(limits.refused).toBe(2);
});
