/**
 * A process whose service opens at a message of its parent; at "reject" a promise then rejects unhandled, at "drain" it takes
 * longer to close than others, because it drains, and at "block" its event loop is blocked for three seconds.
 */
import { once } from "node:events";
import process from "node:process";
import { z } from "zod";
import { pause, processVariables, runProcess } from "../src/index.ts";

await runProcess("slow-start", z.object(processVariables), async () => {
  const [message] = await once(process, "message");
  if (message === "reject") void Promise.reject(new Error("nothing handles this"));
  if (message === "block") setImmediate(block);
  const closeMs = message === "drain" ? 10_500 : 0;
  return { drainMsMax: closeMs, [Symbol.asyncDispose]: () => pause(closeMs) };
});

function block(): void {
  // After the line that says that the process has started.
  setTimeout(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    process.send?.("answers again");
  }, 100);
}
