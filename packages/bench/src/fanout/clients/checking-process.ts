/**
 * Process of one client that reads everything as users do and keeps a digest of it, to be
 * compared with the sender's: same messages, same order, same content, none missing.
 */
import { createHash } from "node:crypto";
import { io } from "socket.io-client";
import { answerParent } from "../process-commands.ts";
import { processSettings } from "../bench-process.ts";
import { countOfId } from "../senders/stamped-id.ts";

export interface CheckingSettings {
  readonly port: number;
  readonly socketIo: boolean;
  /** Event that asks for messages; "" if none is needed. */
  readonly askEvent: string;
  readonly startedEvent: string;
}

/** Messages received since `begin`. */
export interface Checked {
  readonly received: number;
  readonly disordered: number;
  /** SHA-256 over the JSON texts in order of arrival. */
  readonly digest: string;
}

export interface CheckingCommands {
  connect(argument: null): Promise<void>;
  begin(argument: null): void;
  checked(argument: null): Checked;
}

const settings = processSettings() as CheckingSettings;
let digest = createHash("sha256");
let received = 0;
let disordered = 0;
let last = -1;

answerParent<CheckingCommands>({
  connect: () => (settings.socketIo ? connectSocketIo() : connectPlain()),
  begin() {
    digest = createHash("sha256");
    received = disordered = 0;
    last = -1;
  },
  checked: () => ({ received, disordered, digest: digest.copy().digest("hex") }),
});

async function connectSocketIo(): Promise<void> {
  const socket = io(`ws://127.0.0.1:${settings.port}`, {
    transports: ["websocket"],
    reconnection: false,
  });
  const started = Promise.withResolvers<void>();
  socket.on(settings.startedEvent, () => started.resolve());
  socket.on("connect_error", (error) => started.reject(error));
  socket.on("error", ({ message }: { message: string }) => started.reject(new Error(message)));
  socket.on("message", (message: { id: string }) => record(message));
  socket.on("connect", () => socket.emit(settings.askEvent));
  await started.promise;
}

/** Connects without Socket.IO: a frame is a message, or an event that contains one. */
async function connectPlain(): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${settings.port}/`);
  const opened = Promise.withResolvers<void>();
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("error", () => opened.reject(new Error("refused")));
  socket.addEventListener("message", ({ data }) => {
    if (typeof data !== "string") return;
    const text = data.slice(data.indexOf("{"), data.lastIndexOf("}") + 1);
    record(JSON.parse(text) as { id: string });
  });
  await opened.promise;
}

function record(message: { id: string }): void {
  received++;
  digest.update(JSON.stringify(message));
  const count = countOfId(message.id);
  if (count <= last) disordered++;
  last = count;
}
