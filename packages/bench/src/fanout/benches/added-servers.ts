import { pause } from "@jetwire/runtime";
import { type Contestant, ours } from "../servers/contestants.ts";
import { startRemoteSubscriber } from "../servers/start-remote-subscriber.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { cpuSecondsOf } from "../measure/process-use.ts";
import { startSending } from "../senders/start-sending.ts";
import type { BenchServers } from "../bench-servers.ts";

/** CPU time that Redis needs per message to a room while `added` servers run that have no member in it. */
export interface RedisCost {
  readonly name: "ours" | "stock";
  readonly added: number;
  readonly redisMicrosPerMessage: number;
}

const steps = [0, 1, 3, 7] as const;
const rooms = 500;
const perSecond = 2_000;
const warmUpSeconds = 1;
const stabilizeMs = 500;

/** Measures Redis while servers are added step by step; the only member of each room is in another process. */
export async function measureAddedServers(
  servers: BenchServers,
  contestant: Contestant,
  { seconds, tickMs }: FanoutOptions,
): Promise<RedisCost[]> {
  await using stack = new AsyncDisposableStack();
  const scope = servers.newScope();
  const name = contestant === ours ? "ours" : "stock";
  const kind = name === "ours" ? "unwatched-rooms" : "stock-unwatched-rooms";
  const sending = stack.use(startSending(scope, kind, { rooms }));
  const remoteSubscriber = stack.use(startRemoteSubscriber(scope));
  await remoteSubscriber.ask("watch", rooms);
  await sending.ask("send", { perSecond, tickMs, seconds: warmUpSeconds });

  const costs: RedisCost[] = [];
  let added = 0;
  for (const step of steps) {
    while (added < step) {
      stack.use(await contestant.start(scope, servers));
      added++;
    }
    await pause(stabilizeMs);
    costs.push({ name, added, redisMicrosPerMessage: await measure() });
  }
  return costs;

  async function measure(): Promise<number> {
    const before = cpuSecondsOf(servers.redisPid);
    const msMax = (seconds * 4 + 30) * 1_000;
    const sent = await sending.ask("send", { perSecond, tickMs, seconds }, msMax);
    return ((cpuSecondsOf(servers.redisPid) - before) * 1e6) / sent.messages;
  }
}
