import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import { type StreamEnd, streamEvent, type StreamHeartbeat, streamTypes } from "@jetwire/protocol";
import {
  type EngineConnection,
  frameOptions,
  type FrameOptions,
} from "../connection/engine-connection.ts";
import type { StreamForm } from "./stream-form.ts";

const none: readonly unknown[] = [];
const retryMs = 2_000;
/** Longer than a feed or a watch is quiet before it sends a heartbeat with its position. */
const silentMs = 20_000;
/** How long a client may take to read the reason of the end. */
const lastEventMsMax = 3_000;

/**
 * A stream over HTTP: a response without an end. It ends with the connection, so that what is written for many of them is
 * written to the TCP socket as it is.
 */
export class HttpStream implements EngineConnection {
  readonly form: StreamForm;
  readonly request: EngineConnection["request"];
  readonly #tcp: TcpSocket;
  #waiting = none;
  #isEnded = false;
  #writtenMs = performance.now();

  constructor(request: IncomingMessage, response: ServerResponse, form: StreamForm) {
    this.form = form;
    const { socket, headers } = request;
    const forwarded = headers["x-forwarded-for"];
    this.request = {
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      socket,
    };
    this.#tcp = socket;
    socket.setTimeout(0);
    socket.setNoDelay(true);
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      "Content-Type": form.contentType,
      "Cache-Control": "no-store",
      // Proxies must not collect the response.
      "X-Accel-Buffering": "no",
      Connection: "close",
    });
    response.flushHeaders();
    // What a browser waits before it connects again.
    if (form.contentType === streamTypes.sse) socket.write(`retry: ${retryMs}\n\n`);
  }

  get remoteAddress(): string {
    return this.#tcp.remoteAddress ?? "";
  }

  get readyState(): EngineConnection["readyState"] {
    if (this.#tcp.destroyed) return "closed";
    return this.#isEnded ? "closing" : "open";
  }

  /** Not empty while something was written before all else had been sent; the same array until all of it has been sent. */
  get writeBuffer(): readonly unknown[] {
    if (this.#waiting !== none && this.#tcp.writableLength === 0) this.#waiting = none;
    return this.#waiting;
  }

  write(_data: string, options: FrameOptions, onWritten?: () => void): void {
    if (this.#isEnded || !this.#tcp.writable) return;
    if (this.#tcp.writableLength > 0 && this.#waiting === none) this.#waiting = [options];
    this.#writtenMs = performance.now();
    this.#tcp.write(options.wsPreEncodedFrame[0], (error) => {
      if (!error) onWritten?.();
    });
  }

  /** Writes an event. @param position the `after` that resumes behind it */
  event(name: string, payload: unknown, position?: string | null): void {
    this.write("", frameOptions(this.form.event(name, payload, position)));
  }

  /** Tells that nothing came for a while. */
  tellQuiet(position: string | null): void {
    const payload: StreamHeartbeat = { time: new Date().toISOString(), position };
    this.event(streamEvent.heartbeat, payload, position);
  }

  /** Ends the stream with a reason. @param isFinal whether the next request would be refused as well */
  end(reason: string, isFinal = false): void {
    if (this.#isEnded) return;
    const payload: StreamEnd = { reason, retryMs: isFinal ? null : retryMs };
    this.event(streamEvent.end, payload);
    this.#isEnded = true;
    this.#tcp.end();
    setTimeout(() => this.#tcp.destroy(), lastEventMsMax).unref();
  }

  /** Ends the stream because the gateway shuts down; another one may go on with it. */
  close(): void {
    this.end("This server is restarting");
  }

  cut(): void {
    this.end("The client reads too slowly");
  }

  once(_event: "close", listener: () => void): void {
    this.#tcp.once("close", listener);
  }

  /** Tells clients that nothing came, whatever the stream is of. */
  heartbeat(nowMs: number): void {
    if (nowMs - this.#writtenMs >= silentMs) this.tellQuiet(null);
  }
}
