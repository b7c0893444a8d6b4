/**
 * Process of clients that watch. Each socket starts ten watches, which is what a connection may in a minute.
 *
 * argv: gateway URL, sockets of each account, number of different filters, API keys of the accounts. Sends "ready" when all
 * watches have started; answers any message of its parent with the number of messages that they have received.
 */
import process from "node:process";
import { clientEvent, serverEvent } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";
import { watchedFilter, watchesPerSocket } from "./watched-filter.ts";

const [url = "", socketsText = "", filtersText = "", ...keys] = process.argv.slice(2);
const [perAccount, filters] = [Number(socketsText), Number(filtersText)];
let received = 0;

// The first sockets of each account begin filters of its own, because an account may begin 200 in an hour.
for (let s = 0; s < perAccount; s++) {
  await Promise.all(
    keys.map(async (apiKey, account) => {
      const first = (account * filters) / keys.length + s * watchesPerSocket;
      await watch(await connected(apiKey), first);
    }),
  );
}
process.on("message", () => process.send?.(received));
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

async function connected(apiKey: string): Promise<Socket> {
  const socket = io(url, { transports: ["websocket"], auth: { apiKey }, forceNew: true });
  socket.on(serverEvent.watchMessage, () => void received++);
  socket.on("disconnect", fail);
  const ready = Promise.withResolvers<void>();
  socket.once(serverEvent.feedAuthenticated, () => ready.resolve());
  socket.once(serverEvent.feedError, fail);
  await ready.promise;
  return socket;
}

async function watch(socket: Socket, first: number): Promise<void> {
  for (let n = first; n < first + watchesPerSocket; n++) {
    const filter = watchedFilter(n % filters);
    const answer = (await socket.emitWithAck(clientEvent.watchStart, { filter })) as {
      ok: boolean;
    };
    if (!answer.ok) fail(answer);
  }
}

function fail(reason: unknown): never {
  throw new Error(`a watching client failed: ${JSON.stringify(reason)}`);
}
