export { createNetwork } from "./network.ts";
export type { Reception } from "./reception.ts";
export { runNetwork } from "./run-network.ts";
export { simulatedStations } from "./stations.ts";
export { createRandom } from "./random.ts";
export type { Random } from "./random.ts";
