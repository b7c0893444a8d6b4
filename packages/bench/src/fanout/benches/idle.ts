import { pause } from "@jetwire/runtime";
import { type BenchReport, logProgress, type Target } from "../measure/bench-report.ts";
import {
  type Contestant,
  inStockRoom,
  monitoring,
  ours,
  stock,
  type Watching,
} from "../servers/contestants.ts";
import { startRemoteSubscriber } from "../servers/start-remote-subscriber.ts";
import type { FanoutOptions } from "../fanout-options.ts";
import { percentage } from "../measure/figures-text.ts";
import type { BenchProcess } from "../bench-process.ts";
import { startLoad } from "../clients/load.ts";
import { addStation } from "../fixtures.ts";
import { cpuSecondsOf } from "../measure/process-use.ts";
import type { SendingCommands } from "../senders/sending-process.ts";
import { startSending } from "../senders/start-sending.ts";
import { medianOf, significant } from "../measure/statistics.ts";
import type { BenchServers } from "../bench-servers.ts";

/** CPU of a server, 1 being a core: with no traffic, and with traffic that its clients don't watch. */
interface IdleRound {
  readonly idle: number;
  /** CPU with messages to station rooms, account feeds and the firehose, all watched in another process. */
  readonly mixed: number;
  /** CPU with the same number of messages over many rooms, each with one member in another process. */
  readonly manyRooms: number;
}

interface Candidate extends AsyncDisposable {
  readonly name: "ours" | "stock";
  round(): Promise<IdleRound>;
}

const fewRooms = 500;
const manyRooms = 100_000;
const warmUpSeconds = 2;
const addedMax = 0.02;

/** Measures the CPU that traffic costs a server whose clients watch none of it. */
export async function runIdle(servers: BenchServers, options: FanoutOptions): Promise<BenchReport> {
  await using stack = new AsyncDisposableStack();
  const quiet = await addStation(servers);
  const candidates = [
    stack.use(await openCandidate(servers, ours, monitoring(quiet), options)),
    stack.use(await openCandidate(servers, stock, inStockRoom("quiet", "-"), options)),
  ];
  const rounds: Record<Candidate["name"], IdleRound[]> = { ours: [], stock: [] };
  for (let round = 1; round <= options.rounds; round++) {
    for (const candidate of candidates) {
      const figures = await candidate.round();
      rounds[candidate.name].push(figures);
      const { idle, mixed, manyRooms: many } = figures;
      const shares = [idle, mixed, many].map((share) => percentage(share, 1)).join(", ");
      logProgress(`round ${round} of ${options.rounds}, ${candidate.name}: CPU ${shares}`);
    }
  }
  return report(rounds, options);
}

async function openCandidate(
  servers: BenchServers,
  contestant: Contestant,
  watching: Watching,
  { sockets, seconds, rate, tickMs }: FanoutOptions,
): Promise<Candidate> {
  await using stack = new AsyncDisposableStack();
  const name = contestant === ours ? "ours" : "stock";
  const scope = servers.newScope();
  const server = stack.use(await contestant.start(scope, servers));
  const load = stack.use(startLoad(sockets));
  await load.connect({ ...watching, port: server.port, sockets, reading: "all" });

  const mixed = stack.use(
    startSending(scope, name === "ours" ? "unwatched" : "stock-unwatched-rooms", {
      rooms: fewRooms,
    }),
  );
  const many = stack.use(
    startSending(scope, name === "ours" ? "unwatched-rooms" : "stock-unwatched-rooms", {
      rooms: manyRooms,
    }),
  );
  if (name === "ours") {
    const remoteSubscriber = stack.use(startRemoteSubscriber(scope));
    await remoteSubscriber.ask("watch", manyRooms);
  }

  async function during(work: () => Promise<unknown>): Promise<number> {
    const before = cpuSecondsOf(server.pid);
    const start = performance.now();
    await work();
    return (cpuSecondsOf(server.pid) - before) / ((performance.now() - start) / 1_000);
  }
  const send = (sending: BenchProcess<SendingCommands>, forSeconds: number) =>
    sending.ask(
      "send",
      { perSecond: rate, seconds: forSeconds, tickMs },
      forSeconds * 4_000 + 30_000,
    );
  for (const sending of [mixed, many]) await send(sending, warmUpSeconds);

  const opened = stack.move();
  return {
    name,
    async round() {
      return {
        idle: await during(() => pause(seconds * 1_000)),
        mixed: await during(() => send(mixed, seconds)),
        manyRooms: await during(() => send(many, seconds)),
      };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function report(
  rounds: Readonly<Record<Candidate["name"], readonly IdleRound[]>>,
  { rate }: FanoutOptions,
): BenchReport {
  const medians = (own: readonly IdleRound[]) => ({
    idle: medianOf(own, ({ idle }) => idle),
    mixed: medianOf(own, ({ mixed }) => mixed),
    manyRooms: medianOf(own, ({ manyRooms: many }) => many),
    mixedAdds: medianOf(own, ({ idle, mixed }) => mixed - idle),
    manyRoomsAdd: medianOf(own, ({ idle, manyRooms: many }) => many - idle),
  });
  const own = medians(rounds.ours);
  const other = medians(rounds.stock);
  const row = (title: string, of: ReturnType<typeof medians>) => [
    title,
    ...[of.idle, of.mixed, of.manyRooms, of.mixedAdds, of.manyRoomsAdd].map((n) =>
      percentage(n, 2),
    ),
  ];
  return {
    tables: [
      {
        heading: `CPU of the server, 100 % being a core: idle, and at ${rate} messages/s for others`,
        rows: [
          ["", "idle", "mixed", `${manyRooms} rooms`, "mixed adds", "rooms add"],
          row("Jetwire's gateway", own),
          row("Socket.IO, stock Redis adapter", other),
        ],
      },
    ],
    targets: [
      target("CPU that rooms, feeds and firehose for others add", own.mixedAdds),
      target(`CPU that ${manyRooms} rooms with a member elsewhere add`, own.manyRoomsAdd),
    ],
    figures: { medians: { ours: rounded(own), stock: rounded(other) }, rounds },
  };
}

function target(what: string, added: number): Target {
  return {
    what,
    wanted: "≤ 2 % of a core",
    measured: percentage(added, 2),
    met: added <= addedMax,
  };
}

function rounded(values: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(values).map(([name, n]) => [name, significant(n, 3)]));
}
