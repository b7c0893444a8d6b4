import {
  serverEvent,
  streamEvent,
  type StreamRequest,
  type StreamStarted,
} from "@jetwire/protocol";
import { beginFeed, type BeginFeedOptions, type FeedClient, watchKey } from "../feed/begin-feed.ts";
import type { FeedSink } from "../feed/feed-reader.ts";
import type { Sniffing } from "../firehose/sniff.ts";
import { accountIdsOf, type Credentials } from "../handshake/credentials.ts";
import type { Watches } from "../watches/watches.ts";
import type { HttpStream } from "./http-stream.ts";
import type { BeginStream } from "./serve-streams.ts";
import type { TokenWatch } from "./token-watch.ts";

export interface BeginStreamOptions extends BeginFeedOptions {
  readonly sniffing: Sniffing;
  readonly watches: Watches;
  readonly tokenWatch: TokenWatch;
  /** Returns what limits count a client's address by. */
  readonly networkOf: (stream: HttpStream) => string;
}

/** Creates what begins a feed, the firehose or a watch on a stream. */
export function createBeginStream(options: BeginStreamOptions): BeginStream {
  const { sniffing, watches, tokenWatch, apiKeys, metrics, networkOf } = options;

  async function feed(
    stream: HttpStream,
    { after, assembled }: StreamRequest,
    { account, session }: Credentials,
  ): Promise<void> {
    const client: FeedClient = {
      ...sinkOf(stream, assembled),
      after,
      get isOpen() {
        return stream.readyState === "open";
      },
      onceClosed: (listener) => stream.once("close", listener),
      authenticated: (payload) => started(stream, { source: "feed", account: payload }),
      end: (reason) => stream.end(reason, true),
    };
    if (account.status === "valid") await beginFeed(client, account.identity, options);
    else if (session.status === "valid") {
      const { userId: accountId, username } = session.identity;
      await beginFeed(client, { keyId: null, accountId, username }, options);
    }
  }

  async function firehose(
    stream: HttpStream,
    { filter }: StreamRequest,
    credentials: Credentials,
  ): Promise<void> {
    const [accountId] = accountIdsOf(credentials);
    const client = {
      connection: stream,
      browserId: "",
      owner: { id: accountId ?? networkOf(stream), isAnonymous: accountId === undefined },
      form: stream.form,
      get connected() {
        return stream.readyState === "open";
      },
      emit(event: string) {
        if (event === serverEvent.sniffStarted) started(stream, { source: "firehose", filter });
      },
    };
    stream.once("close", () => sniffing.leave(stream));
    const result = await sniffing.start(client, { filter });
    if (!result.ok) stream.end(result.message, true);
  }

  async function watch(
    stream: HttpStream,
    { filter, after }: StreamRequest,
    credentials: Credentials,
  ): Promise<void> {
    const [accountId = ""] = accountIdsOf(credentials);
    const given = { filter, ...(after !== undefined && { after }) };
    const result = await watches.start(accountId, given, () => sinkOf(stream, false));
    if (!result.ok) {
      stream.end(result.reason, result.isFinal);
      return;
    }
    const { position, share, begin, stop } = result.watch;
    stream.once("close", stop);
    if (stream.readyState !== "open") stop();
    started(stream, { source: "watch", filter, share, position });
    begin();
  }

  const begins = { feed, firehose, watch } as const;
  return async (stream, asked, credentials) => {
    const { account, session } = credentials;
    // A feed watches its key itself.
    if (account.status === "valid" && asked.source !== "feed") {
      const end = (reason: string) => stream.end(reason, true);
      stream.once("close", watchKey(account.identity.keyId, { end }, apiKeys, metrics));
    }
    if (session.status === "valid") {
      const end = (reason: string) => stream.end(reason, true);
      stream.once("close", tokenWatch.watch(session.identity, end));
    }
    await begins[asked.source](stream, asked, credentials);
  };
}

function started(stream: HttpStream, payload: StreamStarted): void {
  stream.event(streamEvent.started, payload, payload.position);
}

function sinkOf(stream: HttpStream, wantsWholes: boolean): FeedSink {
  return {
    connection: stream,
    encoding: stream.form,
    wantsWholes,
    resumed: (payload) => stream.event(streamEvent.resumed, payload),
    gap: (payload) => stream.event(streamEvent.gap, payload),
    quiet: (position) => stream.tellQuiet(position),
  };
}
