import process from "node:process";

/** What to do when somebody wants us to stop. */
export interface StopRequest {
  readonly stop: () => void;
  /** A second request: no more patience. */
  readonly force: () => void;
}

/** A terminal sends Ctrl-C to npm and to us, and npm passes it on: within this time it is one. */
const sameRequestMs = 700;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens for signals, and for the end of the process that started us, until disposed of. */
export function onStopRequest({ stop, force }: StopRequest): Disposable & {
  readonly stopped: Promise<undefined>;
} {
  const requested = Promise.withResolvers<undefined>();
  let firstAt: number | undefined;
  const request = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop();
      requested.resolve(undefined);
    } else if (performance.now() - firstAt > sameRequestMs) {
      force();
    }
  };
  for (const signal of signals) process.on(signal, request);
  process.once("disconnect", request);
  return {
    stopped: requested.promise,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, request);
      process.off("disconnect", request);
      if (process.connected) process.disconnect();
    },
  };
}
