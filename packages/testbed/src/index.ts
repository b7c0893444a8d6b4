export * from "./isolation.ts";
export * from "./test-message.ts";
export * from "./conservation.ts";
export * from "./deployment.ts";
export * from "./until.ts";
export * from "./feed-client.ts";
export * from "./jetwire.ts";
export * from "./persistent-feeder.ts";
export * from "./tcp-proxy.ts";
export { reportOf } from "./rig/report.ts";
export {
  type ClientFigures,
  type RigFigures,
  type RigOptions,
  runRounds,
} from "./rig/run-rounds.ts";
