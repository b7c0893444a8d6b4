import { createTaskGroup, type Logger } from "@jetwire/runtime";
import { type BufferedOutput, openLineBuffer } from "../buffer/line-buffer.ts";
import { createOutput, type OutputSource } from "./output.ts";
import type { OutputSender } from "./output-sender.ts";

/** How long outputs may send what waits, after they were stopped. */
const drainMsMax = 3_000;

/** An output to open. */
export interface OutputOptions
  extends BufferedOutput, Pick<OutputSource, "to" | "from" | "getsKeys"> {
  open(): Promise<OutputSender>;
}

/**
 * Opens a buffer on disk and outputs that each send from a position of their own in it. Disposal writes what is pending
 * to the disk, and lets the outputs send what waits for three seconds.
 *
 * @param fail receives an error after which nothing can go on
 * @throws an error if another process uses the directory, or an output cannot be opened
 */
export async function openBufferedOutputs(
  directory: string,
  options: readonly OutputOptions[],
  fail: (error: unknown) => void,
  log: Logger,
) {
  await using stack = new AsyncDisposableStack();
  const buffer = stack.use(await openLineBuffer(directory, options, log));
  const sending = new AbortController();
  const outputTasks = createTaskGroup(fail);
  const outputs = [];
  for (const { open, ...one } of options) {
    const sender = stack.use(await open());
    const cursor = buffer.cursorOf(one.name);
    outputs.push(
      createOutput({ ...one, cursor, sender, saveNumbers: () => buffer.saveNumbers() }, log),
    );
  }
  stack.use(outputTasks);
  stack.defer(() => void setTimeout(() => sending.abort(), drainMsMax).unref());
  for (const output of outputs) outputTasks.run((signal) => output.run(signal, sending.signal));
  const bufferTasks = stack.use(createTaskGroup(fail));
  bufferTasks.run((signal) => buffer.run(signal));
  const opened = stack.move();
  return { buffer, outputs, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
