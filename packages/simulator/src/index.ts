export { createNetwork } from "./network.ts";
export { activeFrequencies } from "./traffic/hfdl-logons.ts";
export { runNetwork } from "./run-network.ts";
export { simulatedStations } from "./stations.ts";
export { createSeededRandom, weighted } from "./random.ts";
export type { SeededRandom } from "./random.ts";
