import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { Message } from "@bufbuild/protobuf";
import { Code, ConnectError, createContextKey, createContextValues } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import {
  createAddressSemaphore,
  createClientAddress,
  createProxyTest,
  limitConnections,
  type Logger,
  type Metrics,
} from "@jetwire/runtime";
import { listening } from "@jetwire/transport";
import type { IngestConfig } from "../../config.ts";
import { type FeedTarget, receiveFeed } from "./feed.ts";
import { asf2Schema } from "./schema.ts";

/** The longest envelope, as sent and after inflation. */
const envelopeBytesMax = 1 << 20;
/** Streams at the same time; each may have an envelope in memory. A feeder needs one. */
const streamsMax = 500;
const streamsPerAddressMax = 16;
const streamsPerConnectionMax = 8;
/** Peers that send no envelope within this time are scanners or configured incorrectly. */
const firstEnvelopeMs = 60_000;
/** Stations are silent at night. Dead peers are found sooner, by keep-alive. */
const idleMs = 3_600_000;
const keepAliveMs = 60_000;
/** Time that streams have to get their last acknowledgements when the listener closes. */
const closeMsMax = 2_000;

const addressKey = createContextKey("");

/**
 * Serves asf-2.0 over gRPC: HTTP/2 in clear text, because TLS is the balancer's. An acknowledgement means that all batches
 * up to its number are on disk.
 */
export async function listenAsf2(
  config: Pick<
    IngestConfig,
    | "INGEST_HOST"
    | "INGEST_ASF2_PORT"
    | "INGEST_REUSE_PORTS"
    | "INGEST_TRUSTED_PROXIES"
    | "INGEST_CONNECTIONS_MAX"
    | "INGEST_CONNECTIONS_PER_ADDRESS_MAX"
  >,
  target: FeedTarget & { readonly metrics: Pick<Metrics, "httpConnections"> },
  log: Logger,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { envelope, stream } = asf2Schema();
  const { ingest, metrics } = target;
  const clientAddress = createClientAddress(config.INGEST_TRUSTED_PROXIES);
  const streams = createAddressSemaphore({ total: streamsMax, perAddress: streamsPerAddressMax });
  const closing = new AbortController();

  async function* serve(envelopes: AsyncIterable<Message>, address: string) {
    if (ingest.isBlocked(address)) {
      ingest.limit("blocked");
      throw new ConnectError("The operator has blocked your address", Code.PermissionDenied);
    }
    using permit = streams.tryAcquire(address);
    if (permit === null) {
      ingest.limit(streams.isFull ? "bodies" : "address-bodies");
      throw new ConnectError("Too many streams are open; come back later", Code.ResourceExhausted);
    }
    using idle = createIdleSignal();
    const stop = AbortSignal.any([closing.signal, idle.signal]);
    const sender = { address, stationKeys: [] };
    yield* receiveFeed(envelope, idle.watch(envelopes), { target, sender, stop });
  }

  const handle = connectNodeAdapter({
    connect: false,
    grpcWeb: false,
    readMaxBytes: envelopeBytesMax,
    contextValues: (request) =>
      // The parts of a request that are read are the same in HTTP/2.
      createContextValues().set(addressKey, clientAddress(request as never)),
    routes: (router) =>
      void router.rpc(stream, (envelopes, context) =>
        serve(envelopes, context.values.get(addressKey)),
      ),
  });
  const server = createServer(
    { settings: { maxConcurrentStreams: streamsPerConnectionMax, maxHeaderListSize: 16_384 } },
    handle,
  );
  limitConnections(server, {
    limits: createAddressSemaphore({
      total: config.INGEST_CONNECTIONS_MAX,
      perAddress: config.INGEST_CONNECTIONS_PER_ADDRESS_MAX,
    }),
    isShared: createProxyTest(config.INGEST_TRUSTED_PROXIES),
    server: "ingest-asf2",
    metrics,
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on("connection", (socket: Socket) => socket.setKeepAlive(true, keepAliveMs));
  server.on("session", (session) => keepSession(session, sessions));
  server.on("sessionError", (error: unknown) => log.debug({ err: error }, "asf-2.0 session ended"));
  const { INGEST_HOST: host, INGEST_ASF2_PORT: port, INGEST_REUSE_PORTS: reusePort } = config;
  await listening(server, () => server.listen({ host, port, reusePort }));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      closing.abort(
        new ConnectError(
          "The service stops: send what is not acknowledged again",
          Code.Unavailable,
        ),
      );
      // Sends GOAWAY, and waits for streams.
      for (const session of sessions) session.close();
      const timer = setTimeout(() => {
        for (const session of sessions) session.destroy();
      }, closeMsMax);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Notes an open connection, and ends one that has had no stream for a while. */
function keepSession(session: ServerHttp2Session, sessions: Set<ServerHttp2Session>): void {
  let streams = 0;
  sessions.add(session);
  session.once("close", () => sessions.delete(session));
  session.on("stream", (stream) => {
    streams++;
    stream.once("close", () => streams--);
  });
  session.setTimeout(firstEnvelopeMs, () => {
    if (streams === 0) session.close();
  });
}

/** Creates a signal that aborts when no envelope came for too long. */
function createIdleSignal() {
  const idle = new AbortController();
  const silent = () =>
    idle.abort(new ConnectError("No envelope came for too long", Code.DeadlineExceeded));
  let timer = setTimeout(silent, firstEnvelopeMs);
  return {
    signal: idle.signal,
    async *watch(envelopes: AsyncIterable<Message>): AsyncGenerator<Message> {
      for await (const message of envelopes) {
        clearTimeout(timer);
        yield message;
        if (!idle.signal.aborted) timer = setTimeout(silent, idleMs);
      }
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
