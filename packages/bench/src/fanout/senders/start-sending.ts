import { type BenchProcess, startProcess } from "../bench-process.ts";
import type { RedisScope } from "../redis-scope.ts";
import type { SenderKind } from "./sender.ts";
import type { SendingCommands } from "./sending-process.ts";

/** Starts the process that sends messages. Rooms and station matter only to some kinds. */
export function startSending(
  scope: RedisScope,
  kind: SenderKind,
  { rooms = 1, stationId = 0 }: { readonly rooms?: number; readonly stationId?: number } = {},
): BenchProcess<SendingCommands> {
  const settings = { ...scope, kind, rooms, stationId };
  return startProcess(new URL("sending-process.ts", import.meta.url), settings);
}
