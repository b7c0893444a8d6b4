import type { IncomingHttpHeaders } from "node:http";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";

/**
 * A feeder that speaks asf-2.0, written from its schema alone: HTTP/2, the framing of gRPC, and the encoding of protobuf by
 * hand. It shares nothing with the side that it tests.
 */
export interface Asf2Client {
  send(envelope: Buffer): void;
  /** Sends bytes that may be no envelope. */
  write(bytes: Buffer): void;
  /** Ends the side of the client, which may be acknowledged afterwards. */
  end(): void;
  /** The greatest number that was acknowledged; -1 for none. */
  acknowledged(): number;
  /** How the stream ended. */
  readonly ended: Promise<{ readonly status: number | null; readonly message: string }>;
  close(): void;
}

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** A field that is a number without sign, or a truth. */
const number = (field: number, value: number | bigint) =>
  Buffer.concat([varint(field << 3), varint(value)]);

/** A field that is a text, bytes or a message. */
export function part(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

/** A field that is a float. */
function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
}

export interface SentHello {
  readonly version?: number;
  readonly id?: string;
  readonly ident?: string;
  readonly token?: string;
}

export function hello({ version = 2, id = "", ident = "", token = "" }: SentHello): Buffer {
  const app = Buffer.concat([part(1, "xng"), part(2, "0.12.0")]);
  const fields = [number(1, version), part(2, id), part(3, ident), part(4, app), part(5, token)];
  return part(1, Buffer.concat(fields));
}

export interface SentMessage {
  readonly text: string;
  readonly mode?: string;
  readonly hz?: number;
  readonly crcOk?: boolean;
  readonly atMs?: number;
}

/** An ACARS block of a VHF channel, with the serial number of a receiver and a field of a later version. */
export function block({
  text,
  mode = "acars",
  hz = 131_550_000,
  crcOk = true,
  atMs = Date.now(),
}: SentMessage) {
  const acars = [part(1, "2"), part(2, "N471XG"), part(3, "H1"), part(5, "3"), part(7, "XG0042")];
  return Buffer.concat([
    part(1, mode),
    number(2, BigInt(atMs) * 1_000_000n),
    number(3, hz),
    part(4, Buffer.concat([float(1, -18.5), float(3, -40)])),
    part(5, Buffer.concat([number(1, crcOk ? 1 : 0), number(3, 1)])),
    part(6, Buffer.from([1, 2, 3])),
    part(7, Buffer.concat([part(2, "rtlsdr"), part(3, "SERIAL-77")])),
    part(10, Buffer.concat([...acars, part(8, "M42A"), part(9, text)])),
    part(200, "of a later version"),
  ]);
}

export function batch(seq: number, messages: readonly Buffer[]): Buffer {
  return part(2, Buffer.concat([number(1, seq), ...messages.map((message) => part(2, message))]));
}

export function openAsf2(port: number): Asf2Client {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on("error", () => {});
  return openStream(session);
}

function openStream(session: ClientHttp2Session): Asf2Client {
  const stream = session.request({
    ":method": "POST",
    ":path": "/asf.v2.AirframesFeed/Stream",
    "content-type": "application/grpc",
    te: "trailers",
  });
  let acknowledged = -1;
  let received = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 5 && received.length >= 5 + received.readUInt32BE(1)) {
      const end = 5 + received.readUInt32BE(1);
      acknowledged = Math.max(acknowledged, ackIn(received.subarray(5, end)));
      received = received.subarray(end);
    }
  });
  return {
    send(envelope) {
      const head = Buffer.alloc(5);
      head.writeUInt32BE(envelope.length, 1);
      stream.write(Buffer.concat([head, envelope]));
    },
    write: (bytes) => void stream.write(bytes),
    end: () => void stream.end(),
    acknowledged: () => acknowledged,
    ended: endOf(stream),
    close: () => session.destroy(),
  };
}

function endOf(stream: ClientHttp2Stream): Asf2Client["ended"] {
  const { promise, resolve } = Promise.withResolvers<{ status: number | null; message: string }>();
  const note = (headers: IncomingHttpHeaders) => {
    if (headers["grpc-status"] === undefined) return;
    const message = decodeURIComponent(headers["grpc-message"]?.toString() ?? "");
    resolve({ status: Number(headers["grpc-status"]), message });
  };
  stream.on("response", note);
  stream.on("trailers", note);
  stream.on("error", () => {});
  stream.on("close", () => resolve({ status: null, message: "" }));
  return promise;
}

/** Returns the number of an envelope that is an acknowledgement; a number of 0 is left out by protobuf. */
function ackIn(envelope: Buffer): number {
  if (envelope[0] !== ((4 << 3) | 2)) throw new Error("an envelope that is no acknowledgement");
  const ack = envelope.subarray(2, 2 + (envelope[1] ?? 0));
  let value = 0;
  for (const [at, byte] of ack.subarray(1).entries()) value += (byte & 127) * 128 ** at;
  return value;
}
