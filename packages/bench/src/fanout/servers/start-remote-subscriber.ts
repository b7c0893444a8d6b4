import { type BenchProcess, startProcess } from "../bench-process.ts";
import type { RedisScope } from "../redis-scope.ts";
import type { RemoteSubscriberCommands } from "./remote-subscriber-process.ts";

/** Starts the process that holds the channels of gateways whose clients watch. */
export function startRemoteSubscriber(scope: RedisScope): BenchProcess<RemoteSubscriberCommands> {
  return startProcess(new URL("remote-subscriber-process.ts", import.meta.url), scope);
}
