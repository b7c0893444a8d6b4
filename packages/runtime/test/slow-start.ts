/** A process whose service opens at a message of its parent; at "reject" a promise then rejects unhandled. */
import { once } from "node:events";
import process from "node:process";
import { z } from "zod";
import { processVariables, runProcess } from "../src/index.ts";

await runProcess("slow-start", z.object(processVariables), async () => {
  const [message] = await once(process, "message");
  if (message === "reject") void Promise.reject(new Error("nothing handles this"));
  return new AsyncDisposableStack();
});
