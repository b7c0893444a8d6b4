import type { DescMessage, Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { stationKeyPattern } from "@jetwire/protocol";
import { createWaker, pause } from "@jetwire/runtime";
import type { Sender } from "../../admission/admit.ts";
import type { Ingest, IngestResult } from "../../ingest.ts";
import { refusalTexts } from "../refusals.ts";
import type { Slices } from "@jetwire/transport";
import { ackOf, type Envelope, type Hello, objectOf, readEnvelope } from "./envelope.ts";

/** Messages of one batch; xng sends at most 64. */
const batchMessagesMax = 1_000;
/** Batches of a stream that are not on disk yet; a client that sends more waits. */
const unacknowledgedMax = 8;
/** How long a stream waits for the rate of its address, or for the queue, before it is ended. */
const waitMsMax = 10_000;
const waitMs = 20;
/** The fill of the queue above which streams wait. */
const pauseAboveFill = 0.5;

/** The parts that all streams share. */
export interface FeedTarget {
  readonly ingest: Ingest;
  readonly slices: Slices;
}

/**
 * Receives a stream of envelopes, and acknowledges each batch once all of it is on disk, in order. A batch of which
 * anything has to wait is not acknowledged and ends the stream: the client sends again what was not acknowledged, and
 * linking drops what is known.
 *
 * @param stop aborts when this service stops, and when the sender was silent for too long
 * @throws ConnectError with what is wrong, and with what to do
 */
export async function* receiveFeed(
  schema: DescMessage,
  envelopes: AsyncIterable<Message>,
  {
    target,
    sender,
    stop,
  }: {
    readonly target: FeedTarget;
    readonly sender: Sender;
    readonly stop: AbortSignal;
  },
): AsyncGenerator<Message> {
  const { ingest } = target;
  const acknowledged = createAcknowledgements();
  let hello: Hello | null = null;
  let failure: unknown = null;

  async function accept(message: Message): Promise<void> {
    const read = readEnvelope(schema, message);
    if ("fault" in read) throw invalid(read.fault, ingest, sender);
    if (read.envelope.hello !== undefined) hello = read.envelope.hello;
    const { batch } = read.envelope;
    if (batch === undefined) return;
    if (hello === null) throw invalid("a batch came before hello", ingest, sender);
    if (batch.messages.length > batchMessagesMax) {
      throw invalid(`batch.messages has more than ${batchMessagesMax}`, ingest, sender);
    }
    const by = { ...sender, stationKeys: keysOf(hello) };
    await untilAccepting(ingest, by, stop);
    const { onDisk } = await offer(batch, hello, { target, sender: by });
    await acknowledged.add(BigInt(batch.seq), onDisk);
  }

  async function receive(): Promise<void> {
    const iterator = envelopes[Symbol.asyncIterator]();
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw faultOf(error, ingest, sender);
      });
      if (next.done === true || stop.aborted) return;
      await accept(next.value);
    }
  }

  const receiving = receive()
    .catch((error: unknown) => (failure = error))
    .finally(() => acknowledged.end());
  const onStop = () => acknowledged.end();
  stop.addEventListener("abort", onStop, { once: true });
  try {
    for await (const seq of acknowledged.read()) yield ackOf(schema, seq);
  } finally {
    stop.removeEventListener("abort", onStop);
  }
  if (stop.aborted) throw stop.reason;
  await receiving;
  if (failure !== null) throw failure;
}

/** Offers the messages of a batch. `onDisk` resolves once all are on disk, and rejects if one was not taken. */
async function offer(
  { messages }: NonNullable<Envelope["batch"]>,
  hello: Hello,
  { target, sender }: { readonly target: FeedTarget; readonly sender: Sender },
): Promise<{ readonly onDisk: Promise<void> }> {
  const { ingest, slices } = target;
  const offered: Promise<IngestResult>[] = [];
  for (const message of messages) {
    const { promise, resolve } = Promise.withResolvers<IngestResult>();
    ingest.offerRelayed(objectOf(hello, message), undefined, sender, resolve);
    offered.push(promise);
    if (slices.isOver()) await slices.next();
  }
  const onDisk = Promise.all(offered).then(refuseUnfinished);
  // The caller that waits for it gets the error.
  onDisk.catch(() => {});
  return { onDisk };
}

/** @throws ConnectError if a message of a batch was not taken */
function refuseUnfinished(results: readonly IngestResult[]): void {
  for (const result of results) {
    if (result.status !== "limited") continue;
    const refusal = refusalTexts[result.reason];
    if (refusal !== undefined) throw new ConnectError(refusal, Code.PermissionDenied);
    if (result.reason.endsWith("-rate")) throw rateLimited();
    throw unavailable();
  }
}

/** Waits until the sender has budget and the queue has room. @throws ConnectError if that takes too long */
async function untilAccepting(ingest: Ingest, sender: Sender, stop: AbortSignal): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  while (!ingest.hasBudget(sender) || ingest.fill > pauseAboveFill) {
    if (stop.aborted) return;
    if (performance.now() > deadline) {
      if (ingest.hasBudget(sender)) throw unavailable();
      ingest.limit("address-rate");
      throw rateLimited();
    }
    await pause(waitMs, stop);
  }
}

function keysOf({ auth_token: token }: Hello): readonly string[] {
  if (token === "") return [];
  if (stationKeyPattern.test(token)) return [token];
  throw new ConnectError(
    "hello.auth_token is not a station key: copy it again, or leave it empty",
    Code.Unauthenticated,
  );
}

function invalid(fault: string, ingest: Ingest, { address }: Sender): ConnectError {
  ingest.refuse({ reason: "bad-field", detail: `asf2: ${fault}`, count: 1, charged: 1 }, address);
  return new ConnectError(fault, Code.InvalidArgument);
}

/** Returns what the client gets for an envelope that could not be read. Such an envelope is counted. */
function faultOf(error: unknown, ingest: Ingest, sender: Sender): unknown {
  if (!(error instanceof ConnectError)) return error;
  if (error.code === Code.Internal) {
    return invalid(`no envelope of asf-2.0: ${error.rawMessage}`, ingest, sender);
  }
  if (error.code !== Code.ResourceExhausted) return error;
  const refused = {
    reason: "too-long",
    detail: `asf2: ${error.rawMessage}`,
    count: 1,
    charged: 1,
  } as const;
  ingest.refuse(refused, sender.address);
  return error;
}

function rateLimited(): ConnectError {
  return new ConnectError(
    "Rate limit exceeded: send what is not acknowledged later",
    Code.ResourceExhausted,
  );
}

function unavailable(): ConnectError {
  return new ConnectError(
    "Messages cannot be accepted now: send what is not acknowledged again",
    Code.Unavailable,
  );
}

/** Puts acknowledgements in order. Only the latest one waits to be sent, so a client that does not read costs nothing. */
function createAcknowledgements() {
  const waker = createWaker();
  const pending: Promise<unknown>[] = [];
  let latest: bigint | null = null;
  let failure: unknown = null;
  let isEnding = false;
  let inOrder: Promise<void> = Promise.resolve();

  async function acknowledge(
    before: Promise<void>,
    seq: bigint,
    onDisk: Promise<void>,
  ): Promise<void> {
    await before;
    if (failure !== null) return;
    try {
      await onDisk;
      latest = seq;
    } catch (error) {
      failure = error;
    }
    void pending.shift();
    waker.wake();
  }

  return {
    /** Adds a batch; waits while too many are not on disk. @throws what one of them failed with */
    async add(seq: bigint, onDisk: Promise<void>): Promise<void> {
      inOrder = acknowledge(inOrder, seq, onDisk);
      pending.push(inOrder);
      if (pending.length >= unacknowledgedMax) await pending[0];
      if (failure !== null) throw failure;
    },
    /** Ends after what was added before. */
    end(): void {
      isEnding = true;
      waker.wake();
    },
    /** Yields the latest number that is on disk, until the end. @throws what a batch failed with */
    async *read(): AsyncGenerator<bigint> {
      for (;;) {
        if (latest !== null) {
          const seq = latest;
          latest = null;
          yield seq;
        } else if (failure !== null) throw failure;
        else if (isEnding && pending.length === 0) return;
        else await waker.wait(1_000);
      }
    },
  };
}
