import { expect, test } from "vitest";
import { createNewStationBudget } from "./new-station-budget.ts";

const config = { INGEST_NEW_STATIONS_PER_ADDRESS_MAX: 200, INGEST_NEW_STATIONS_MAX: 5_000 };
const genuine = "198.51.100.7";
const known = "192.0.2.9";
const now = 1_767_225_600_000;

function budgetOf() {
  return createNewStationBudget(config, (network) => network === known);
}

/** Takes stations until none is left, from all addresses in turn. */
function takeAll(budget: ReturnType<typeof budgetOf>, addresses: readonly string[], atMs = now) {
  let taken = 0;
  for (let before = -1; before < taken;) {
    before = taken;
    for (const address of addresses) if (budget.consume(address, atMs)) taken++;
  }
  return taken;
}

function ipv4(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `10.${n >> 8}.${n & 255}.1`);
}

test.each([
  ["one address", ipv4(1), 180],
  ["25 addresses", ipv4(25), 80],
  ["1,000 addresses", ipv4(1_000), 3],
  ["1,000 networks of one IPv6 /48", ipv6(1_000), 100],
])("a flood from %s leaves stations for a genuine sender", (_, addresses, atLeast) => {
  const budget = budgetOf();
  expect(takeAll(budget, addresses)).toBeLessThan(4_000);
  expect(takeAll(budget, [genuine])).toBeGreaterThanOrEqual(atLeast);
});

function ipv6(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `2001:db8:1:${n.toString(16)}::1`);
}

test("a flood from any number of addresses leaves the reserve to networks with history", () => {
  const budget = budgetOf();
  expect(takeAll(budget, ipv4(20_000))).toBe(4_000);
  expect(budget.consume(genuine, now)).toBe(false);
  expect(takeAll(budget, [known])).toBeGreaterThanOrEqual(38);
});

test("all addresses of an IPv6 /64 share one limit", () => {
  const budget = budgetOf();
  const addresses = Array.from({ length: 300 }, (_, n) => `2001:db8:1:1::${n.toString(16)}`);
  expect(takeAll(budget, addresses)).toBeLessThanOrEqual(200);
});

test("a new hour has a new budget", () => {
  const budget = budgetOf();
  takeAll(budget, ipv4(20_000));
  expect(takeAll(budget, [genuine], now + 3_600_001)).toBeGreaterThanOrEqual(180);
});
