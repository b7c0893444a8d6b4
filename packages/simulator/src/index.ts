export { createNetwork } from "./network.ts";
export { simulatedStations } from "./stations.ts";
export { createRandom, weighted } from "./random.ts";
export type { Random } from "./random.ts";
