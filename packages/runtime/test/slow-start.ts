/** A process whose service opens at a message of its parent. */
import { once } from "node:events";
import process from "node:process";
import { z } from "zod";
import { processVariables, runProcess } from "../src/index.ts";

await runProcess("slow-start", z.object(processVariables), async () => {
  await once(process, "message");
  return new AsyncDisposableStack();
});
