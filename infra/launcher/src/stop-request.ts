import process from "node:process";

/** Reactions to requests to stop. */
export interface StopReactions {
  readonly stop: () => void;
  /** Called for a second request. */
  readonly force: () => void;
}

/** Requests within this time count as one: Ctrl-C reaches this process directly and through npm. */
const sameRequestMs = 700;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Reacts to signals and to the end of the parent process until it is disposed of. */
export function onStopRequest({ stop, force }: StopReactions): Disposable & {
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
