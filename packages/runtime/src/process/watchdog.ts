import inspector from "node:inspector";
import { hostname } from "node:os";
import { Worker } from "node:worker_threads";

const stepMs = 1_000;
/** The thread needs 12 MB with these limits; see the README. */
const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** A thread that ends the process when its event loop does not answer. Disposal ends the thread. */
export interface Watchdog extends Disposable {}

/**
 * Watches the event loop of this process from a thread of its own: if it has not answered for so long, the process is
 * killed, so that what runs it starts it again. A debugger may stop the event loop for any time.
 *
 * @param seconds how long; 0 watches nothing
 * @param replica the number of the process, for its last line in the log
 */
export function startWatchdog(seconds: number, name: string, replica: number): Watchdog {
  if (seconds === 0) return { [Symbol.dispose]: () => {} };
  const answers = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const view = new Int32Array(answers);
  const reason = `the event loop has not answered for ${seconds} s: the process is killed`;
  const facts = { name, host: hostname(), replica, msg: reason };
  const answering = setInterval(() => {
    Atomics.store(view, 1, inspector.url() === undefined ? 0 : 1);
    Atomics.add(view, 0, 1);
    Atomics.notify(view, 0);
  }, stepMs / 2);
  const thread = new Worker(new URL("watchdog-thread.mjs", import.meta.url), {
    workerData: { answers, stepMs, steps: seconds, facts },
    env: {},
    execArgv: [],
    resourceLimits,
  });
  // Without it, the process goes on unwatched.
  thread.on("error", () => {});
  thread.unref();
  answering.unref();
  return {
    [Symbol.dispose]() {
      clearInterval(answering);
      void thread.terminate();
    },
  };
}
