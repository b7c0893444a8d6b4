// The thread of the watchdog. It is JavaScript: to strip types, a thread would need more memory than for its work.
import { write } from "node:fs";
import process from "node:process";
import { workerData } from "node:worker_threads";

const { answers, stepMs, steps, facts } = workerData;
/** The last line of the log may wait so long for a reader. */
const lineMsMax = 500;
// The first number counts answers of the event loop, the second is 1 while a debugger may stop it.
const view = new Int32Array(answers);
let last = 0;
let missed = 0;
for (;;) {
  // Waits until the number differs. A process that was stopped as a whole, by SIGSTOP or with its host, misses one step.
  const isSilent = Atomics.wait(view, 0, last, stepMs) === "timed-out";
  last = Atomics.load(view, 0);
  missed = isSilent && Atomics.load(view, 1) === 0 ? missed + 1 : 0;
  if (missed >= steps) {
    const line = { level: 60, time: new Date().toISOString(), ...facts };
    // The logger needs the event loop. A pipe that nobody reads may be what blocks it, so that the write is not waited for.
    write(1, `${JSON.stringify(line)}\n`, () => {});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lineMsMax);
    process.kill(process.pid, "SIGKILL");
  }
}
