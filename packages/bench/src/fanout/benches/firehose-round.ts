import { serverEvent } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import type { Checked, CheckingCommands } from "../clients/checking-process.ts";
import type { Contestant } from "../servers/contestants.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { startProcess } from "../bench-process.ts";
import { startLoad } from "../clients/load.ts";
import { cpuSecondsOf, residentBytes } from "../measure/process-use.ts";
import type { Sent } from "../senders/sending-process.ts";
import { startSending } from "../senders/start-sending.ts";
import { measureWindow } from "../measure/window.ts";
import type { BenchServers } from "../bench-servers.ts";

/** Figures of one contestant in one round. */
export interface FirehoseRound {
  readonly deliveriesPerCpuSecond: number;
  /** Share of the expected deliveries; below 1 if ticks were skipped or a server fell too far behind. */
  readonly deliveredShare: number;
  readonly bytesPerDelivery: number;
  /** The server's CPU use while it delivered, 1 being a core. */
  readonly serverCpuShare: number;
  /** NaN if the messages are compressed. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Resident memory per connected socket, before anything is sent and after the sending. */
  readonly idleBytesPerSocket: number;
  readonly busyBytesPerSocket: number;
  readonly connectsPerSecond: number;
  readonly connectsPerCpuSecond: number;
  /** The load client's own CPU use, 1 being a core. */
  readonly loadCpuShare: number;
  readonly check: CheckResult;
}

/** Comparison of the messages that were sent with those that one fully reading client received. */
interface CheckResult {
  readonly sent: number;
  readonly received: number;
  readonly disordered: number;
  /** Same messages, order and content, byte for byte. */
  readonly same: boolean;
}

const stabilizeMs = 750;
const warmUpSecondsMax = 3;

/** Starts one contestant, connects clients, warms up and measures. */
export async function runFirehoseRound(
  servers: BenchServers,
  contestant: Contestant,
  { sockets, seconds, rate, tickMs }: FanoutOptions,
): Promise<FirehoseRound> {
  await using stack = new AsyncDisposableStack();
  const scope = servers.newScope();
  const server = stack.use(await contestant.start(scope, servers));
  const load = stack.use(startLoad(sockets));
  const sending = stack.use(startSending(scope, contestant.sender));
  const checking = stack.use(
    startProcess<CheckingCommands>(new URL("../clients/checking-process.ts", import.meta.url), {
      port: server.port,
      socketIo: contestant.watching.joining.socketIo,
      askEvent: "messages:sniff",
      startedEvent: serverEvent.sniffStarted,
    }),
  );
  await checking.ask("connect", null);
  await pause(stabilizeMs);

  const before = { rss: residentBytes(server.pid), cpu: cpuSecondsOf(server.pid) };
  const { port } = server;
  const connectMs = await load.connect({ ...contestant.watching, port, sockets, reading: "all" });
  const connectCpu = cpuSecondsOf(server.pid) - before.cpu;
  await pause(stabilizeMs);
  const idleBytes = residentBytes(server.pid) - before.rss;

  const watched = { serverPids: [server.pid], redisPid: servers.redisPid, load, sending };
  const expected = (sent: Sent) => sent.messages * sockets;
  const warmUp = { perSecond: rate, tickMs, seconds: Math.min(warmUpSecondsMax, seconds) };
  await measureWindow(watched, warmUp, expected);
  await checking.ask("begin", null);
  const window = await measureWindow(watched, { perSecond: rate, tickMs, seconds }, expected);
  const checked = await checking.ask("checked", null);
  const delivered = window.load.frames + checked.received;
  return {
    deliveriesPerCpuSecond: delivered / window.serverCpuSeconds,
    deliveredShare: delivered / (window.sent.messages * (sockets + 1)),
    bytesPerDelivery: window.load.bytes / window.load.frames,
    serverCpuShare: window.serverCpuSeconds / window.seconds,
    p50Ms: window.load.p50Ms,
    p99Ms: window.load.p99Ms,
    idleBytesPerSocket: idleBytes / sockets,
    busyBytesPerSocket: (residentBytes(server.pid) - before.rss) / sockets,
    connectsPerSecond: (sockets * 1_000) / connectMs,
    connectsPerCpuSecond: sockets / connectCpu,
    loadCpuShare: window.loadCpuSeconds / window.seconds,
    check: compare(window.sent, checked),
  };
}

function compare(sent: Sent, { received, disordered, digest }: Checked): CheckResult {
  return { sent: sent.messages, received, disordered, same: digest === sent.digest };
}
