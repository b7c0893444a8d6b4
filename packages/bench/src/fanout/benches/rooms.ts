import { serverEvent } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { type BenchReport, logProgress } from "../measure/bench-report.ts";
import {
  type Contestant,
  inStockRoom,
  monitoring,
  ours,
  stock,
  type Watching,
} from "../servers/contestants.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { percentage, thousands } from "../measure/figures-text.ts";
import { startLoad } from "../clients/load.ts";
import { addStation, addToken } from "../fixtures.ts";
import { cpuSecondsOf } from "../measure/process-use.ts";
import type { SenderKind } from "../senders/sender.ts";
import type { Sent } from "../senders/sending-process.ts";
import { startSending } from "../senders/start-sending.ts";
import { medianOf, medianRatio, significant } from "../measure/statistics.ts";
import { measureWindow } from "../measure/window.ts";
import type { BenchServers } from "../bench-servers.ts";

/** One way of sending something to all members of a room. */
interface Way {
  readonly title: string;
  readonly server: Contestant;
  readonly sender: SenderKind;
  readonly watching: Watching;
  /** True if one event carries all messages of a tick. */
  readonly isBatched: boolean;
}

interface RoomRound {
  /** One message at one member is a delivery; CPU is the server's use above idle. */
  readonly deliveriesPerCpuSecond: number;
  /** CPU of the server with its clients connected and nothing to send, 1 being a core. */
  readonly idleCpuShare: number;
  readonly deliveredShare: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const warmUpSeconds = 3;
const idleMs = 3_000;

/** Measures a station's monitors, and presence with many watchers, beside the stock adapter. */
export async function runRooms(
  servers: BenchServers,
  options: FanoutOptions,
): Promise<BenchReport> {
  const ways = waysOf(await addStation(servers), await addToken(servers));
  const rounds = new Map<Way, RoomRound[]>(ways.map((way) => [way, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const way of ways) {
      const figures = await runWay(servers, way, options);
      rounds.get(way)?.push(figures);
      const rate = thousands(figures.deliveriesPerCpuSecond);
      logProgress(`round ${round} of ${options.rounds}, ${way.title}: ${rate} deliveries/CPU s`);
    }
  }
  return report(ways, rounds);
}

/** Returns the ways; the first of monitor and of presence is Jetwire's, with which the others are compared. */
function waysOf(stationId: number, token: string): readonly Way[] {
  const room = inStockRoom(`station:${stationId}`, `42["${serverEvent.monitorData}"`);
  const userMarker = '"userId":"';
  const updates = `42["${serverEvent.presenceUpdate}"`;
  const signedIn: Watching = {
    joining: {
      socketIo: true,
      auth: JSON.stringify({ token }),
      ask: "",
      joinedBy: `42["${serverEvent.presenceSnapshot}"`,
    },
    counted: updates,
    idMarker: userMarker,
  };
  return [
    {
      title: "monitor: ours",
      server: ours,
      sender: "monitor",
      watching: monitoring(stationId),
      isBatched: true,
    },
    {
      title: "monitor: stock, the same events",
      server: stock,
      sender: "stock-monitor",
      watching: room,
      isBatched: true,
    },
    {
      title: "monitor: stock, an event a message",
      server: stock,
      sender: "stock-monitor-singly",
      watching: room,
      isBatched: false,
    },
    {
      title: "presence: ours",
      server: ours,
      sender: "presence",
      watching: signedIn,
      isBatched: false,
    },
    {
      title: "presence: stock",
      server: stock,
      sender: "stock-presence",
      watching: inStockRoom("presence", updates, userMarker),
      isBatched: false,
    },
  ];
}

async function runWay(
  servers: BenchServers,
  { server: contestant, sender, watching, isBatched }: Way,
  { sockets, seconds, rate, tickMs }: FanoutOptions,
): Promise<RoomRound> {
  await using stack = new AsyncDisposableStack();
  const scope = servers.newScope();
  const server = stack.use(await contestant.start(scope, servers));
  const load = stack.use(startLoad(sockets));
  const stationId = stationOf(watching);
  const sending = stack.use(startSending(scope, sender, { stationId }));
  await load.connect({ ...watching, port: server.port, sockets, reading: "all" });

  const watched = { serverPids: [server.pid], redisPid: servers.redisPid, load, sending };
  const frames = (sent: Sent) => (isBatched ? sent.ticks : sent.messages) * sockets;
  await measureWindow(watched, { perSecond: rate, tickMs, seconds: warmUpSeconds }, frames);
  const idleBefore = cpuSecondsOf(server.pid);
  await pause(idleMs);
  const idleCpuShare = (cpuSecondsOf(server.pid) - idleBefore) / (idleMs / 1_000);
  const window = await measureWindow(watched, { perSecond: rate, tickMs, seconds }, frames);
  const cpuSeconds = window.serverCpuSeconds - idleCpuShare * window.seconds;
  const perFrame = isBatched ? window.sent.messages / window.sent.ticks : 1;
  return {
    deliveriesPerCpuSecond: (window.load.frames * perFrame) / cpuSeconds,
    idleCpuShare,
    deliveredShare: window.load.frames / frames(window.sent),
    p50Ms: window.load.p50Ms,
    p99Ms: window.load.p99Ms,
  };
}

/** Returns the station that clients ask for; 0 if they ask for something else. */
function stationOf({ joining }: Watching): number {
  return Number(/(?:station:|start",)(\d+)/.exec(joining.ask)?.[1] ?? 0);
}

function report(ways: readonly Way[], rounds: ReadonlyMap<Way, readonly RoomRound[]>): BenchReport {
  const perCpuSecond = (way: Way) =>
    (rounds.get(way) ?? []).map((round) => round.deliveriesPerCpuSecond);
  const kindOf = ({ title }: Way) => title.slice(0, title.indexOf(":"));
  const oursLike = (way: Way) => ways.find((other) => kindOf(other) === kindOf(way)) ?? way;
  const lines = ways.map((way) => {
    const own = rounds.get(way) ?? [];
    return {
      title: way.title,
      deliveriesPerCpuSecond: medianOf(own, (round) => round.deliveriesPerCpuSecond),
      oursToIt: medianRatio(perCpuSecond(oursLike(way)), perCpuSecond(way)),
      idleCpuShare: medianOf(own, (round) => round.idleCpuShare),
      deliveredShare: medianOf(own, (round) => round.deliveredShare),
      p50Ms: medianOf(own, (round) => round.p50Ms),
      p99Ms: medianOf(own, (round) => round.p99Ms),
    };
  });
  return {
    tables: [
      {
        heading: "deliveries by the CPU beyond idle; a message at a member is one",
        chart: { parts: ["per CPU s"] },
        rows: [
          ["", "per CPU s", "ours to it", "idle CPU", "delivered", "p50 ms", "p99 ms"],
          ...lines.map((line) => [
            line.title,
            thousands(line.deliveriesPerCpuSecond),
            `${line.oursToIt.toFixed(2)} ×`,
            percentage(line.idleCpuShare, 1),
            percentage(line.deliveredShare),
            line.p50Ms.toFixed(1),
            line.p99Ms.toFixed(1),
          ]),
        ],
      },
    ],
    targets: [],
    figures: {
      medians: lines.map(({ title, ...numbers }) => ({
        title,
        ...Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, significant(n)])),
      })),
      rounds: ways.map((way) => ({ title: way.title, rounds: rounds.get(way) ?? [] })),
    },
  };
}
