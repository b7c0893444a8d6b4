import type { Network } from "./network.ts";

/** The bytes of the next `count` receptions, made ahead so that a benchmark measures no making. */
export function recordReceptions(network: Network, count: number): Buffer[] {
  return Array.from({ length: count }, () => network.next().bytes);
}
